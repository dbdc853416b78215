import type { PlaceApart } from '../../../shared/address.ts';
import { keyOf } from '../../../shared/key-meanings.ts';
import type { QuestionKind } from '../../../shared/question-kind.ts';
import type { Unsold } from '../../../shared/quote.ts';
import type { WeightDoubt } from '../../../shared/weight-doubt.ts';

type Kind = Record<QuestionKind, { readonly title: string; readonly question: string; readonly hint: string }>;

export const questions: Kind = {
  country: { title: 'Country', question: 'Which country does it go to?', hint: 'Its name, or two letters such as DE' },
  name: { title: 'Name', question: 'Who is it for? The name is missing.', hint: 'Name of the recipient' },
  'po-box': {
    title: 'PO box',
    question: 'This address is a PO box. Does the parcel go there?',
    hint: 'Or another street with its number',
  },
  'parcel-machine': {
    title: 'Parcel machine',
    question: 'This address is a parcel machine or counter. Does the parcel go there?',
    hint: 'Or a street with its number',
  },
  'post-number': {
    title: 'Post number',
    question: 'The post number is missing. The parcel machine needs it to find the recipient.',
    hint: 'Six to ten digits, from the recipient',
  },
  street: { title: 'Street', question: 'The street is missing.', hint: 'Street without the house number' },
  'house-number': { title: 'House number', question: 'The house number is missing.', hint: 'As on the house' },
  'postal-code': { title: 'Postal code', question: 'The postal code is missing.', hint: 'As the country writes it' },
  city: { title: 'City', question: 'The city is missing.', hint: 'Town or city' },
  province: { title: 'State or province', question: 'The state or province is missing.', hint: 'Two letters, such as NY' },
  phone: { title: 'Phone', question: 'The phone number is missing.', hint: 'With the country code' },
  box: { title: 'Box', question: 'Which box is it in?', hint: 'Length x width x height, cm' },
  weight: { title: 'Weight', question: 'Weight is missing. Weigh the parcel and type it.', hint: '' },
  contents: { title: 'Contents', question: 'What is inside?', hint: 'In plain words, such as ceramic bowl' },
  value: { title: 'Value', question: 'What are the goods worth?', hint: '' },
  'hs-code': {
    title: 'HS code',
    question: 'Customs asks for the HS code: the number of this kind of goods in every country.',
    hint: 'Six to ten digits',
  },
};

const refused: Record<QuestionKind, string> = {
  country: 'No country has this name',
  name: 'A name is needed',
  'po-box': 'This is a PO box too. Enter a street, or confirm the PO box',
  'parcel-machine': 'That is not a street. Enter a street, or confirm that it goes to this machine',
  'post-number': 'Six to ten digits are needed',
  street: 'A street is needed',
  'house-number': 'A house number is needed',
  'postal-code': 'A postal code is needed',
  city: 'A city is needed',
  province: 'Two letters are needed',
  phone: 'At least four digits are needed',
  box: 'Three lengths are needed, such as 30 x 20 x 10',
  weight: 'A weight up to 1000 kg is needed, with at most three digits after the point',
  contents: 'Contents are needed',
  value: 'An amount above 0 is needed, with no more decimals than its currency has',
  'hs-code': 'Six to ten digits are needed',
};

/** Names of address fields whose spelling may change for the service; any other name is shown unchanged. */
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

/** Questions about facts that a scanned order lacks, and spelling changes for the service. */
export const shipAsking = {
  questions,
  refused,
  questionOfParcel: (title: string, parcel: number, parcels: number) => `${title} of parcel ${parcel} of ${parcels}`,
  questionsLeft: (count: number) => (count === 1 ? 'One more question after this' : `${count} more questions after this`),
  found: (found: string) => `In the order: ${found}`,
  missing: 'Missing',
  goesToBox: 'It goes to this PO box',
  goesToMachine: 'It goes there',
  noHouseNumber: 'It has no house number',
  phoneOf: (name: string) => `The phone number of ${name} is missing.`,
  isNumber: (number: string) => `Is ${number} the house number?`,
  takeNumber: {
    street: (number: string) => `The house number is ${number}`,
    'last-time': (number: string) => `It is ${number}, as last time`,
    sender: (number: string) => `Use our own number, ${number}`,
  },
  takeAgain: (code: string) => `Use ${code}, as last time`,
  hsCodeHelp: 'It is in the customs tariff, and often on the invoice of the manufacturer. The shift lead may know it.',
  hsCodeAgain: (code: string) => `Last time this product was ${code}.`,
  placeApart: (place: PlaceApart) => `Customs treats this address as ${placesApart[place]}, not as the country.`,
  /** Offers without a tile. */
  unsold: (offers: readonly Unsold[]) => {
    const named = (because: Unsold['because']): string =>
      offers
        .filter((each) => each.because === because)
        .map(({ name }) => name)
        .join(', ');
    return [
      named('price') && `Price not readable: ${named('price')}.`,
      named('id') && `Cannot be distinguished: ${named('id')}.`,
      'These cannot be bought here, and no rule decides. Compare before you buy.',
    ]
      .filter(Boolean)
      .join(' ');
  },
  boxNotKnown: 'It is not known whether these services deliver to a PO box or parcel machine. Ask before you buy.',
  weightDoubt: {
    'lighter-than-box': (weight: string, box: string) => `${weight} is less than box ${box} weighs empty.`,
    'too-heavy-for-box': (weight: string, box: string) =>
      box ? `${weight} is very heavy for box ${box}.` : `${weight} is very heavy for this box.`,
  } satisfies Record<WeightDoubt, (weight: string, box: string) => string>,
  weightDoubtNext: `Weigh the parcel with its box. If it is right, press ${keyOf('save')}. If not, type it again.`,
  secondPress: (digit: string) => `The second press of ${digit} was ignored.`,
  take: (answer: string) => `Use ${answer}`,
  customerChose: (method: string) => `Customer chose: ${method}`,
  customerChoseOther: (courier: string, method: string) => `You are about to buy ${courier}; the customer chose ${method}.`,
  customerChoseNone: (method: string) => `The customer chose ${method}. No service of that name is offered for this parcel.`,
  partlyRefunded: 'Partly refunded in the shop: ask what is still to be sent',
  takeAnswer: 'Use this',
  learned: {
    title: 'As last time',
    box: (name: string) => `Box ${name}`,
    question: (answer: string) => `${answer}, as last time?`,
    /** `spreadGrams`: undefined if no weight is offered. */
    from: (parcels: number, spreadGrams: number | undefined) =>
      `As last time · ${parcels} parcels${spreadGrams === undefined ? '' : `, ±${spreadGrams} g`}`,
    unsteady: 'These weights differ too much. Weigh this parcel.',
  },
  fromItems: {
    title: 'Calculated from the items',
    question: (weight: string) => `${weight}, calculated from the items?`,
    withBox: (items: string, box: string, empty: string) => `Calculated · items ${items}, empty box ${box} ${empty}`,
    withoutBox: (items: string) => `Calculated · items ${items}, without the box. Weigh this parcel.`,
  },
  kilograms: 'kg',
  emptyBox: (box: string, weight: string) => `Empty box ${box}: ${weight}`,
  withBox: 'The whole parcel with its box',
  otherSize: 'Another size',
  otherSizeHint: 'Type its length, width and height',
  backToBoxes: 'Back to the boxes',
  boxScanHint: 'Press its digit, touch it, or scan the code on the box.',
  facts: { box: 'Box', weight: 'Weight', contents: 'Contents', value: 'Value', parcels: 'Parcels', hsCode: 'HS code', phone: 'Phone' },

  // Changes for the service
  guessed: 'Not in Latin letters',
  checkChange: (field: string) => `Check: ${field}`,
  fieldName: (field: string) => fieldNames[field] ?? field,
  written: (field: string) => `${field} written`,
} as const;
