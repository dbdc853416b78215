import type { PlaceApart } from '../../shared/address.ts';
import type { WalkAt } from '../../shared/bench.ts';
import type { AskedVerdict } from '../../shared/label.ts';
import type { QuestionKind } from '../../shared/question.ts';
import type { Restored } from '../../shared/restored.ts';
import { momentText } from './format.ts';

type Kind = Record<QuestionKind, { readonly title: string; readonly says: string; readonly hint: string }>;

const questions: Kind = {
  country: { title: 'Country', says: 'Which country does it go to?', hint: 'Its name, or two letters such as DE' },
  name: { title: 'Name', says: 'Who is it for? The name is missing.', hint: 'Name of the recipient' },
  'po-box': {
    title: 'PO box',
    says: 'This address is a PO box. Does the parcel go there?',
    hint: 'Or another street with its number',
  },
  'parcel-machine': {
    title: 'Parcel machine',
    says: 'This address is a parcel machine or counter. Does the parcel go there?',
    hint: 'Or a street with its number',
  },
  'post-number': {
    title: 'Post number',
    says: 'The machine knows the recipient by the post number alone, and it is missing.',
    hint: 'Six to ten digits, from the recipient',
  },
  street: { title: 'Street', says: 'The street is missing.', hint: 'Street without the house number' },
  'house-number': { title: 'House number', says: 'The house number is missing.', hint: 'As it stands on the door' },
  'postal-code': { title: 'Postal code', says: 'The postal code is missing.', hint: 'As the country writes it' },
  city: { title: 'City', says: 'The city is missing.', hint: 'Town or city' },
  province: { title: 'State or province', says: 'The state or province is missing.', hint: 'Two letters, such as NY' },
  phone: { title: 'Phone', says: 'The phone number is missing.', hint: 'With the country code' },
  box: { title: 'Box', says: 'Which box is it in?', hint: '' },
  weight: { title: 'Weight', says: 'Weight is missing. Weigh the parcel and type it.', hint: '' },
  contents: { title: 'Contents', says: 'What is inside?', hint: 'In plain words, such as ceramic bowl' },
  value: { title: 'Value', says: 'What are the goods worth?', hint: '' },
  'hs-code': {
    title: 'HS code',
    says: 'Customs asks for the HS code: the number of this kind of goods in every country.',
    hint: 'Six to ten digits',
  },
};

const refused: Record<QuestionKind, string> = {
  country: 'No country has this name',
  name: 'A name is needed',
  'po-box': 'That is a box as well: say a street, or that it goes to this box',
  'parcel-machine': 'That is no street: say one, or that it goes to this machine',
  'post-number': 'Six to ten digits are needed',
  street: 'A street is needed',
  'house-number': 'A house number is needed',
  'postal-code': 'A postal code is needed',
  city: 'A city is needed',
  province: 'Two letters are needed',
  phone: 'At least four digits are needed',
  box: 'No box has this name',
  weight: 'A weight up to 1000 kg is needed, at most three digits after the point',
  contents: 'Contents are needed',
  value: 'An amount above 0 is needed, with no more digits after the point than its currency has coins',
  'hs-code': 'Six to ten digits are needed',
};

const doing: Record<WalkAt<'booking'>['doing'], string> = {
  'asking-printer': 'Asking the printer',
  'behind-another': 'Waits for the booking before it',
  'quoting-again': 'Asking for the price again',
  sending: 'Booking. Wait for the answer.',
};

type Counted = Extract<AskedVerdict, { kind: 'wrong-number' }>;
const labelCount = (labels: number): string => (labels === 0 ? 'no label' : labels === 1 ? '1 label' : `${labels} labels`);
const returnLabelCount = (labels: number): string => (labels === 1 ? '1 return label' : `${labels} return labels`);

/** What came and what was bought, for the band. */
function labelsThatCame({ labels, parcels, returnLabels, returnAsked }: Counted): string {
  const bought = parcels === 1 ? '1 parcel' : `${parcels} parcels`;
  if (labels === 0 && returnLabels > 0) return `Only a return label came for ${bought}: it is addressed to you`;
  if (labels === parcels && returnAsked && returnLabels === 0) return 'The return label that was bought did not come';
  if (labels === parcels && !returnAsked && returnLabels > 0) return 'A return label came that was not bought';
  return `${labels < parcels ? `Only ${labelCount(labels)}` : labelCount(labels)} came for ${bought}`;
}

function labelsToCountHint({ labels, parcels, returnLabels, returnAsked }: Counted): string {
  const nothing = 'Nothing is printed before you decide.';
  if (labels === 0 && returnLabels > 0)
    return `It would bring the parcel back to your own warehouse. Hold it back, keep the parcel here and tell the lead. ${nothing}`;
  if (labels < parcels)
    return `Every label that came is for this recipient. A parcel without a label of its own cannot go: keep it here and tell the lead. ${nothing}`;
  if (labels > parcels)
    return `Every label is for this recipient, but there are more than parcels. Use none twice, and tell the lead. ${nothing}`;
  return returnAsked
    ? `The labels of the parcels are right. Without a return label the recipient cannot send it back: tell the lead. ${nothing}`
    : `The labels of the parcels are right. Put the return label on no parcel that goes out. ${nothing}`;
}

type Doing = WalkAt<'booking'>['doing'];
const oneAtATime = 'The service may take a later question for this one, so one parcel is booked at a time.';
const waits: Record<Doing, { readonly what: string; readonly why: string; readonly mostSeconds: number | null }> = {
  'asking-printer': { what: 'The printer has not answered', why: 'It is asked before anything is bought.', mostSeconds: 10 },
  'behind-another': { what: 'The booking before it has no answer', why: oneAtATime, mostSeconds: null },
  'quoting-again': {
    what: 'The service has not told the price',
    why: 'The old price is not surely the last that was asked. Nothing is bought yet.',
    mostSeconds: 20,
  },
  sending: {
    what: 'The service has not answered the booking',
    why: 'It is not sent a second time. Without an answer it goes to Resolve, as unknown.',
    mostSeconds: 90,
  },
};

const because: Record<WalkAt<'choosing'>['advised']['why'], string> = {
  cheapest: 'cheapest',
  'only-one': 'the only one offered',
  first: 'selected, prices not compared',
};

/** Names of address fields the service's spelling may touch; another name is shown as it is. */
const fieldNames: Readonly<Record<string, string>> = {
  name: 'Name',
  company: 'Company',
  street: 'Street',
  houseNumber: 'House number',
  street2: 'Second line',
  street3: 'Third line',
  postalCode: 'Postal code',
  city: 'City',
  province: 'Province',
  phone: 'Phone',
  email: 'Email',
  contents: 'Contents',
  reference: 'Reference',
  instructions: 'Instructions',
};

const placesApart: Record<PlaceApart, string> = {
  'french-overseas': 'French overseas territory',
  'canary-islands': 'Canary Islands',
  ceuta: 'Ceuta',
  melilla: 'Melilla',
  aland: 'Åland',
  buesingen: 'Büsingen',
  heligoland: 'Heligoland',
  livigno: 'Livigno',
  'campione-d-italia': "Campione d'Italia",
  'mount-athos': 'Mount Athos',
  greenland: 'Greenland',
  'faroe-islands': 'Faroe Islands',
  svalbard: 'Svalbard',
  'northern-ireland': 'Northern Ireland',
  jersey: 'Jersey',
  guernsey: 'Guernsey',
};

export const ship = {
  mayBeShipped: {
    says: (key: string) => `${key} may already have been shipped`,
    what: ({ backupAt, restoredAt }: Restored) =>
      backupAt === null
        ? `At ${momentText(restoredAt)} the journal was begun anew, or a person said that this computer was restored. What was shipped before that may be missing from it.`
        : `The journal was restored from a copy of ${momentText(backupAt)}. What was shipped after that, until ${momentText(restoredAt)}, is not in it.`,
    next: 'Every order is asked about before it is bought, until that is closed in Resolve.',
    lookTitle: 'Look first',
    look: [
      'Is there a courier label on this parcel, or did it leave already?',
      'Is this order in the account of the service?',
      'If so, put it aside. If not, it can be shipped.',
    ],
    notShipped: 'It was not shipped: go on',
  },
  onItsWay: {
    what: (keys: readonly string[]) =>
      keys.length === 1 ? `The booking of ${keys[0]} is still on its way.` : `The bookings of ${keys.join(', ')} are still on their way.`,
    next: 'A late answer is taken, and nothing is bought twice. The label is kept until its order is scanned again; Resolve follows it.',
  },
  whichOrder: {
    says: (code: string) => `More than one order answers to ${code}`,
    what: 'Only the spelling of their numbers tells these orders apart. Compare name and address with the parcel, then choose one.',
    shipped: (when: string) => `Shipped ${when}`,
    from: (source: string) => `From ${source}`,
  },
  // Everywhere on this screen
  aside: 'Put aside in Resolve',
  reprint: 'Reprint',
  clear: 'Clear the screen',
  cannotBeCancelled: 'Cannot be cancelled afterwards.',
  parcels: (count: number) => (count === 1 ? '1 parcel' : `${count} parcels`),
  labelThatCameFor: (orderKey: string) => `label that came for ${orderKey}`,
  nextSheet: (at: number, of: number) => `Label ${at} of ${of}. Next`,
  labelTitle: (orderKey: string, piece: number, pieces: number) => `label ${piece} of ${pieces}, ${orderKey}`,
  nextOrders: 'Next orders wait',
  nextUp: (orderKey: string, others: number) =>
    others === 0 ? `${orderKey} waits: it opens next.` : `${orderKey} opens next, ${others} more behind it.`,
  shipment: (orderKey: string, shipmentNo: number) => (shipmentNo > 1 ? `${orderKey}, shipment ${shipmentNo}` : orderKey),

  // Ready
  scanAnOrder: 'Scan an order',
  typeTheKey: 'Type the order key',
  orderKey: 'Order key',
  lastShipments: 'Last shipments of this bench',
  lastColumns: {
    time: 'Time',
    order: 'Order',
    recipient: 'Recipient',
    service: 'Service and consignment number',
    label: 'Label',
    act: 'Label again',
  },
  reprintLast: 'Reprint the last label',
  reprintOf: (orderKey: string) => `Reprint the label of ${orderKey}`,
  noneYet: 'Nothing shipped here yet',
  plan: {
    near: {
      what: (count: string, limit: string) => `${count} of the ${limit} shipments of this month are used, at this bench alone.`,
      next: 'Booking goes on. Tell whoever holds the plan.',
    },
    reached: {
      what: (count: string, limit: string) => `This bench alone has booked ${count} shipments this month: the plan’s limit is ${limit}.`,
      next: 'Booking goes on, but the service may refuse or charge what is over it. Tell the lead now.',
    },
    seen: 'Understood',
  },
  noneYetHint: 'Scan an order to begin. Its shipment appears here.',

  // Working
  lookingUp: (code: string) => `Looking up ${code}`,
  quoting: 'Asking the service for prices',
  quotingBehind: 'Waits for the booking before it',
  waitsForPrices: 'The service has not told its prices',
  waitsBehind: 'The booking before it has no answer',
  oneAtATime,
  nothingBought: 'Nothing is bought yet.',
  atMost: (seconds: number) => `at most ${seconds} s`,
  waits,
  stopQuoting: 'The question is dropped, and nothing is bought.',
  stopBuying: 'Nothing is bought; the services come back.',
  stopSending: 'Stop waiting frees the screen only.',
  stopSendingTold:
    'The booking goes on: a late answer is still taken, nothing is bought twice. Its label is kept until its order is scanned again.',
  doing,

  // Asking
  questions,
  refused,
  questionOfParcel: (title: string, parcel: number, parcels: number) => `${title} of parcel ${parcel} of ${parcels}`,
  questionsLeft: (count: number) => (count === 1 ? 'One more question after this' : `${count} more questions after this`),
  found: (found: string) => `The order says: ${found}`,
  missing: 'Missing',
  goesToBox: 'It goes to this PO box',
  goesToMachine: 'It goes there',
  noHouseNumber: 'It has no house number',
  takeAgain: (code: string) => `Take ${code}, as last time`,
  hsCodeHelp: 'It stands in the customs tariff, and often on the invoice of who made the goods. The lead may know it.',
  hsCodeAgain: (code: string) => `Last time this product was ${code}.`,
  placeApart: (place: PlaceApart) => `For customs this address is not the country but ${placesApart[place]}.`,
  boxNotKnown: 'Whether these services deliver to a PO box or parcel machine is not known. Ask before you buy.',
  take: (answer: string) => `Take ${answer}`,
  partlyRefunded: 'Partly refunded in the shop: ask what is still to be sent',
  takeAnswer: 'Take this',
  kilograms: 'kg',
  emptyBox: (box: string, weight: string) => `Empty box ${box}: ${weight}`,
  withBox: 'The whole parcel with its box',
  boxScanHint: 'Press its digit, touch it, or scan the code on the box.',
  noBoxes: 'No box is set up',
  noBoxesHint: 'Add boxes in Setup, then scan the order again.',
  facts: { box: 'Box', weight: 'Weight', contents: 'Contents', value: 'Value', parcels: 'Parcels', hsCode: 'HS code', phone: 'Phone' },

  // What was changed for the service
  guessed: 'Not in Latin letters',
  checkChange: (field: string) => `Check: ${field}`,
  fieldName: (field: string) => fieldNames[field] ?? field,
  written: (field: string) => `${field} written`,

  // Choosing
  chooseThenBuy: 'Choose a service, then buy',
  services: 'Services',
  because,
  serviceSays: 'The service says',
  collection: 'Collection',
  arrival: 'Arrival',
  notSaid: 'not said',
  extras: 'Extras',
  co2: 'CO₂ compensation',
  insurance: 'Insurance',
  servicePoint: 'Service point',
  servicePointHint: 'To a shop, not to the door',
  leftOut: {
    co2: 'Without CO₂ compensation: this service does not offer it.',
    insurance: 'Not insured: this service does not offer it.',
    servicePoint: 'To the door: the service point was another service’s. Choose one anew.',
  },
  wished: 'Chosen before, left out here',
  notBought: (what: string) => (what.includes('Nothing was bought') ? what : `${what} Nothing was bought.`),
  declared: {
    title: 'Customs is told:',
    duties: { DAP: 'The recipient pays duties and taxes (DAP).', DDP: 'The sender pays duties and taxes (DDP).' },
    noSenderEori: 'The sender has no EORI number: customs may hold the parcel. Add it in Setup, Sender.',
    noRecipientEori: 'The company it goes to has no EORI number in the order: customs may ask it for one.',
    goods: (quantity: number, contents: string, value: string, hsCode: string) =>
      [`${quantity > 1 ? `${quantity} × ` : ''}${contents}`, value || 'no value', hsCode ? `HS ${hsCode}` : 'no HS code'].join(', '),
    more: (count: number) => `${count} more in the order`,
  },
  notOffered: 'not offered',
  notTaken: 'not taken',
  price: 'Price',
  withoutVat: 'Without VAT',
  vat: 'VAT',
  shipping: 'Shipping',
  buy: (courier: string, service: string) => `Buy ${courier} ${service}`,
  andCo2: (price: string) => `CO₂ ${price}`,
  andInsurance: (price: string) => `insurance ${price}`,
  and: ' and ',
  statement: (prices: string, name: string, city: string) => `${prices} for ${name}, ${city}`,
  choosePoint: 'Choose where it is handed over',
  chooseOfMany: (services: number) => `Choose one of ${services} services, then buy`,
  pointsTitle: 'Service points near the recipient',
  pointsNone: 'No service point is near',
  pointsNoneHint: 'Deliver to the door, or choose another service.',
  toTheDoor: 'Deliver to the door',

  // Booking
  buying: 'What is bought',
  service: 'Service',
  consignment: 'Consignment',
  consignmentNumber: 'Consignment number',
  trackingNumber: 'Tracking number',

  // Is this label right?
  labelToConfirm: 'Is this the right label?',
  labelToConfirmHint:
    'This label could not be compared with the order by itself. Compare name and address yourself. Nothing is printed before that.',
  labelsToCount: labelsThatCame,
  labelsToCountHint,
  labelOfHome: 'The label goes to the recipient’s home, not to the service point',
  labelOfHomeHint:
    'A service point was chosen and paid for. The label has the right name and the recipient’s own address. Nothing is printed before you decide: printed as it is, the parcel goes to the door.',
  labelHeldBack: 'Held back: this label was not printed',
  labelHeldBackHint:
    'Somebody said not to print it. The shipment stays booked and paid, and its label stays in Resolve. If it is right after all, print it.',
  labelsCame: 'Came',
  labelsBought: 'Was bought',
  boughtLabels: (parcels: number, returnAsked: boolean) =>
    [parcels === 1 ? '1 parcel' : `${parcels} parcels`, returnAsked ? 'a label for the way back' : ''].filter(Boolean).join(' and '),
  cameLabels: (labels: number, returnLabels: number) =>
    [labels > 0 || returnLabels === 0 ? labelCount(labels) : '', returnLabels > 0 ? returnLabelCount(returnLabels) : '']
      .filter(Boolean)
      .join(' and '),
  labelsRight: 'Print them all the same',
  labelsWrong: 'Hold them back',
  labelRight: 'It is right, print it',
  labelWrong: 'Hold it back',
  labelAfterAll: 'Print it after all',

  // Wrong label
  labelOfAnother: 'The label that came belongs to another order. It was not printed.',
  parcelInHands: 'The parcel in your hands',
  labelThatCame: 'The label that came',
  callTheLead: 'Keep this parcel here and call the lead.',
  nothingReadable: 'No recipient could be read on it',

  // Printing
  printing: (piece: number, pieces: number) => (pieces === 1 ? 'Printing' : `Printing ${piece} of ${pieces}`),
  printNeedsYou: 'A label did not come out',
  waitsForPrinter: 'Waits for the printer',
  printsByItself: 'It then comes out by itself.',
  printWaits: {
    sending: 'The printer has not taken the whole label yet. It is not sent a second time by itself.',
    taken:
      'The printer has not said yet that it is out. It is not printed a second time by itself; if the printer says nothing, you are asked.',
  },
  pieceOf: (piece: number, pieces: number) => `${piece} of ${pieces}`,
  labels: 'Labels',
  putOnParcel: 'Put each label on its parcel as it comes out.',
  papers: 'Documents',
  scanNext: 'Scan the next order',
  scanNextHint: 'It waits until this parcel is done. None is lost if this parcel stops.',

  // Done
  labelBelongsTo: (orderKey: string) => `This label belongs to ${orderKey}`,
  printLabel: 'Print the label',
  bookedNotOut: 'Booked, but its label is not out',
  bookedHeld: 'Booked; its label is in the printer and not out yet',
  bookedNotKnown: 'Booked; it is not known whether its label came out',
  order: 'Order',
  truthsLabel: 'How far this shipment is',
  sentBy: (time: string) => `by ${time}`,
  printerSaidSo: (time: string) => `${time}, the printer said so`,
  printerCannotSay: 'The printer cannot say',
  notYet: 'Not yet',
  notKnown: 'Not known',
  scanFreshLabel: 'Scan the fresh label',
  scanFresh: 'Scan the fresh label,',
  orGoOn: 'or go on with the next order.',

  // Already shipped
  shippedBy: (when: string, packer: string) => (packer ? `Shipped ${when} by ${packer}` : `Shipped ${when}`),
  packer: 'Packer',
  label: 'Label',
  onParcelSince: (time: string) => `On the parcel since ${time}`,
  reprintHint: 'Label torn or lost? Reprint prints the same label again and costs nothing.',
  sentWith: 'Sent with',
  otherKeyHint: 'Not the key in use. Reprint works; tracking, papers and the driver need that key: ask the lead.',
  again: (shipmentNo: number) => `Ship again as shipment ${shipmentNo}`,
  againHint: (shipmentNo: number, orderKey: string) => `Buys shipment ${shipmentNo} of ${orderKey}. What was bought before stays bought.`,
  reason: 'Reason',
  reasons: {
    second: 'A second parcel for this order',
    back: 'The first parcel came back',
    lost: 'The first parcel was lost',
    other: 'Other: type it',
  },
  otherReason: 'Why is it shipped again?',
  pin: 'PIN of the lead',
  shipAgain: 'Ship again',
  wrongParcel: 'Wrong parcel? Scan the next order.',

  // What was in doubt at the start
  leftInDoubt: {
    says: (count: number) => `${count} things are open from before this start`,
    saysOne: {
      booking: (name: string) => `It is not known whether ${name} was booked`,
      pickup: (name: string) => `It is not known whether the driver of ${name} is ordered`,
      print: (name: string) => `It is not known whether this came out: ${name}`,
      scan: (name: string) => `${name} was scanned before this start, and not begun`,
    },
    title: 'Open from before this start',
    what: {
      booking: 'It may be booked and paid. It is not sent again by itself.',
      pickup: 'A driver may be on the way. It is not requested again by itself.',
      print: 'It may be out of the printer. It is not printed again by itself.',
      scan: 'It waited for its turn. Nothing was bought. Scan it again with its parcel in hand.',
    },
    seen: 'Go on packing',
    scanNext: 'They stay in Resolve. The next order may be scanned at once.',
  },

  // Unknown
  unknown: (orderKey: string) => `Booking unknown: was ${orderKey} booked?`,
  unknownWhat: 'No answer came that says whether it was booked.',
  unknownNext: 'It may be booked and paid, so it is not sent again by itself. Put the parcel aside; it is settled in Resolve.',
  openResolve: 'Open Resolve',
  askedAt: 'Time',

  // Paused
  paused: 'Booking is paused',
  pausedWhat: {
    unknown: 'Three outcomes in a minute are in doubt. Some parcels may be booked and paid without a label; none is sent again.',
    unreachable: 'The service could not be reached three times in a minute. What was in hand was not bought.',
  },
  pausedNext: {
    unknown: 'Set those parcels aside and settle them in Resolve. Then go on.',
    unreachable: 'Check the network. Keep parcels here. Then go on.',
  },
  pausedAtTiles: {
    unknown: 'Booking is paused: three outcomes in a minute are in doubt. This parcel was not bought.',
    unreachable: 'Booking is paused: the service could not be reached. This parcel was not bought.',
  },
  pausedSince: 'Paused since',
  goOn: 'Go on',
  goOnTold: 'Go on first reads a parcel the service knows, and stays paused if that fails. It buys nothing.',

  // Stopped, stuck
  scanned: 'Scanned',
  papersCame: 'Papers go with this parcel:',
  papersDue: 'Papers came with this parcel and were not printed: Resolve shows them.',
  invoiceDue: 'The service waits for your own customs invoice: attach it in Resolve or Track.',
  alsoSaid: 'It is booked. The service also said:',
  saidByService: 'Detail',
  why: 'Why',
  stuck: 'Something went wrong inside Packbench.',
  stuckNext: 'What is booked is written down. Scan the order again. If it stays, read this to the lead:',
} as const;
