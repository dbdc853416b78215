import type { AskedVerdict } from '../../../shared/label.ts';

type Counted = Extract<AskedVerdict, { kind: 'wrong-number' }>;
const labelCount = (labels: number): string => (labels === 0 ? 'no label' : labels === 1 ? '1 label' : `${labels} labels`);
const returnLabelCount = (labels: number): string => (labels === 1 ? '1 return label' : `${labels} return labels`);

/** The delivered labels and the purchase, for the band. */
function labelsThatCame({ labels, parcels, returnLabels, returnAsked, numbers }: Counted): string {
  const bought = parcels === 1 ? '1 parcel' : `${parcels} parcels`;
  if (numbers !== undefined) return `${labelCount(labels)} for ${bought} carry only ${numbers === 1 ? '1 number' : `${numbers} numbers`}`;
  if (labels === 0 && returnLabels > 0) return `Only a return label came for ${bought}: it is addressed to you`;
  if (labels === parcels && returnAsked && returnLabels === 0) return 'The return label that was bought did not come';
  if (labels === parcels && !returnAsked && returnLabels > 0) return 'A return label came that was not bought';
  if (labels < parcels && returnAsked) return `Only ${labels + returnLabels} of ${parcels + 1} labels came: ${bought} and 1 return label`;
  return `${labels < parcels ? `Only ${labelCount(labels)}` : labelCount(labels)} came for ${bought}`;
}

function labelsToCountHint({ labels, parcels, returnLabels, returnAsked, numbers }: Counted): string {
  const nothing = 'Nothing is printed before you decide.';
  if (numbers !== undefined)
    return `Parcels with the same number get lost on the way. Hold the labels back, keep the parcels here, and call the shift lead. ${nothing}`;
  if (labels === 0 && returnLabels > 0)
    return `It would bring the parcel back to your own warehouse. Hold it back, keep the parcel here and tell the shift lead. ${nothing}`;
  if (labels < parcels)
    return `Every label that came is for this recipient. A parcel without a label of its own cannot go: keep it here and tell the shift lead. ${nothing}`;
  if (labels > parcels)
    return `Every label is for this recipient, but there are more labels than parcels. Use none twice, and tell the shift lead. ${nothing}`;
  return returnAsked
    ? `The labels of the parcels are right. Without a return label the recipient cannot send it back: tell the shift lead. ${nothing}`
    : `The labels of the parcels are right. Put the return label on no parcel that goes out. ${nothing}`;
}

/** Result of comparing a label. */
export const shipLabel = {
  labelToConfirm: 'Is this the right label?',
  labelToConfirmHint:
    'This label could not be compared with the order automatically. Compare name and address yourself. Nothing is printed before that.',
  labelsToCount: labelsThatCame,
  labelsToCountHint,
  labelOfHome: 'The label goes to the recipient’s home, not to the service point',
  labelOfHomeHint:
    'A service point was chosen and paid for, but the label shows the home address. If you print it, the parcel goes to the door.',
  sheet: {
    title: (page: number, pages: number) => `Page ${page} of ${pages}: what is it?`,
    knownBy: 'Text on it',
    hint: (service: string) =>
      `Is this page for this parcel? The answer of a shift lead counts for all pages of this kind from ${service}, until Setup forgets it. Each page is still compared, and a page for another parcel is held.`,
    kept: (pages: readonly number[]) =>
      pages.length === 1
        ? `Page ${pages[0]} may belong to another parcel and is not printed with the label. It stays in the history of the parcel.`
        : `Pages ${pages.join(', ')} may belong to other parcels and are not printed with the label. They stay in the history of the parcel.`,
    copy: 'From now on a copy',
    document: 'From now on a document',
  },
  labelHeldBack: 'Held back: this label was not printed',
  labelHeldBackHint: 'A person held it back. The shipment stays booked and paid, and its label stays in Resolve. If it is right, print it.',
  labelsCame: 'Came',
  labelsBought: 'Was bought',
  boughtLabels: (parcels: number, returnAsked: boolean) =>
    [parcels === 1 ? '1 parcel' : `${parcels} parcels`, returnAsked ? 'a return label' : ''].filter(Boolean).join(' and '),
  cameLabels: (labels: number, returnLabels: number) =>
    [labels > 0 || returnLabels === 0 ? labelCount(labels) : '', returnLabels > 0 ? returnLabelCount(returnLabels) : '']
      .filter(Boolean)
      .join(' and '),
  labelsRight: 'Print them anyway',
  labelsWrong: 'Hold them back',
  labelRight: 'It is right, print it',
  labelWrong: 'Hold it back',
  labelAfterAll: 'Print it after all',

  // Wrong label
  labelOfAnother: 'The label that came belongs to another order. It was not printed.',
  parcelInHands: 'The parcel in your hands',
  labelThatCame: 'The label that came',
  callTheLead: 'Keep this parcel here and call the shift lead.',
  nothingReadable: 'No recipient could be read on it',
} as const;
