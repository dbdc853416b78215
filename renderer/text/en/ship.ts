import type { WorkflowAt } from '../../../shared/bench.ts';
import type { HardToRead } from '../../../shared/legibility.ts';
import { wholeNumber } from '../format.ts';
import { shipCheckOff } from './check-off.ts';
import { shipAsking } from './ship-asking.ts';
import { shipBoxes } from './ship-boxes.ts';
import { shipDoubt } from './ship-doubt.ts';
import { shipLabel } from './ship-label.ts';
import { sameAddress } from './ship-same-address.ts';

type Doing = WorkflowAt<'booking'>['doing'];
const doing: Record<Doing, string> = {
  'asking-printer': 'Asking the printer',
  'behind-another': 'Waiting for the booking before it',
  'quoting-again': 'Asking for the price again',
  sending: 'Booking. Wait for the answer.',
  'checking-label': 'Booked. Checking the label.',
};

const oneAtATime = 'Parcels are booked one at a time, because the service books by the price it quoted last.';
/** `later`: the words for a wait that takes longer than usual. */
interface Wait {
  readonly what: string;
  readonly why: string;
  readonly mostSeconds: number | null;
  readonly later?: { readonly afterSeconds: number; readonly what: string; readonly why: string };
}
const waits: Record<Doing, Wait> = {
  'asking-printer': { what: 'The printer has not answered', why: 'It is asked before anything is bought.', mostSeconds: 10 },
  'behind-another': { what: 'The booking before it has no answer', why: oneAtATime, mostSeconds: null },
  'quoting-again': {
    what: 'Waiting for the price',
    why: 'The old price may be outdated. Nothing is bought yet.',
    mostSeconds: 20,
  },
  sending: {
    what: 'The courier is making the label',
    why: 'This often takes 10 to 30 seconds. Nothing is bought twice.',
    mostSeconds: 90,
    later: {
      afterSeconds: 30,
      what: 'The service has not answered the booking',
      why: 'It is not sent a second time. Without an answer it goes to Resolve, as unknown.',
    },
  },
  'checking-label': {
    what: 'Reading the label and comparing it with the order',
    why: 'The service has answered and the shipment is bought. The label prints if it is right.',
    mostSeconds: null,
  },
};

export const ship = {
  ...shipAsking,
  ...shipCheckOff,
  ...shipBoxes,
  ...shipLabel,
  ...shipDoubt,
  sameAddress,
  whichOrder: {
    status: (code: string) => `More than one order has the number ${code}`,
    what: 'These order numbers differ only in spelling. Compare name and address with the parcel, then choose one.',
    shipped: (when: string) => `Shipped ${when}`,
    from: (source: string) => `From ${source}`,
  },
  // Everywhere on this screen
  aside: 'Put aside in Resolve',
  reprint: 'Reprint',
  wouldSpoil: 'This would spoil labels.',
  hardToRead: ({ again, of }: HardToRead) => `${again} of the last ${of} labels needed a second scan. That is more than before.`,
  hardToReadNext:
    'Clean the print head, then print a test label in Setup. Change the darkness by one step, or have a worn head replaced. A driver may refuse labels that cannot be read.',
  standby: {
    use: 'Use the backup printer',
    back: 'Back to the label printer',
    inUse: 'The backup printer is in use.',
    inUseNext: 'Switch back when the main printer works again.',
    spareNext: 'Fix it, or use the backup printer.',
  },
  clear: 'Clear the screen',
  cannotBeCancelled: 'Cannot be cancelled afterwards.',
  parcels: (count: number) => (count === 1 ? '1 parcel' : `${count} parcels`),
  items: 'Items',
  inTheBox: 'In the box',
  itemsAndLines: (items: number, lines: number) =>
    `${wholeNumber(items)} ${items === 1 ? 'item' : 'items'}${items === lines ? '' : `, ${lines} ${lines === 1 ? 'line' : 'lines'}`}`,
  /** The items of a part of an order. `of`: of the whole order. */
  itemsOfPart: (items: number, of: number, later: number) =>
    later > 0
      ? `${wholeNumber(items)} of ${wholeNumber(of)} items now, ${wholeNumber(later)} later`
      : `${wholeNumber(items)} of ${wholeNumber(of)} items, the rest of the order`,
  shelf: 'Shelf',
  labelsAndPrice: 'Labels and price',
  gift: 'Gift',
  /** `own`: the value of the order. */
  differs: {
    barcode: (own: string, product: string) => `Bar code: the order has ${own}, the product data have ${product}.`,
    weight_kg: (own: string, product: string) => `Weight: the order has ${own}, the product data have ${product}.`,
    hs_code: (own: string, product: string) => `HS code: the order has ${own}, the product data have ${product}.`,
    origin: (own: string, product: string) => `Country of origin: the order has ${own}, the product data have ${product}.`,
    'part-unknown': (sku: string) => `Its parts are not counted: the product data have no name for ${sku}.`,
    'kit-in-kit': (sku: string) => `Its parts are not counted: ${sku} is a kit itself.`,
    batteries: () => 'Batteries: the order has none, the product data have some.',
  },
  note: {
    status: 'Read the note first',
    label: 'Note for the packer',
    noItems: 'The order lists no items.',
    confirm: 'I have read it',
  },
  partOf: (checked: number, all: number) => `${checked} of ${all}`,
  serialNumber: 'Note the serial number',
  notices: 'Notices',
  times: (quantity: number) => `${quantity} ×`,
  moreItems: (count: number) => `and ${count} more`,
  labelThatCameFor: (orderKey: string) => `label that came for ${orderKey}`,
  nextSheet: (at: number, of: number) => `Page ${at} of ${of}. Next`,
  labelTitle: (orderKey: string, piece: number, pieces: number) => `label ${piece} of ${pieces}, ${orderKey}`,
  nextOrders: 'Next orders wait',
  nextUp: (orderKey: string, others: number) =>
    others === 0 ? `${orderKey} waits: it opens next.` : `${orderKey} opens next, ${others} more after it.`,
  shipment: (orderKey: string, shipmentNo: number) => (shipmentNo > 1 ? `${orderKey}, shipment ${shipmentNo}` : orderKey),

  // Ready
  scanAnOrder: 'Scan an order',
  scanAProduct: 'Scan a product or an order',
  typeTheKey: 'Type the order number',
  orderKey: 'Order number',
  pressEnter: 'press Enter',
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
  liveProof: {
    what: 'Is this parcel in your account?',
    next: (orderNo: string, host: string) =>
      `Only a person can see that the first label is real and in your own account. Sign in at the courier service${host && ` (${host})`} and look for its order ${orderNo}.`,
    later: 'Ask again at the next label',
    no: 'No, it is not there',
    yes: 'Yes, it is there',
  },
  suggested: {
    what: (times: number) => `${times} of 10 times you took the cheapest. Always?`,
    next: (rule: string) => `Adds the rule “${rule}”. You still buy by yourself.`,
    yes: 'Add rule',
    no: 'No',
    added: (rule: string) => `Rule added: “${rule}”. It applies from the next scan.`,
    declined: 'Packbench does not ask this again.',
  },
  noneYet: 'Nothing shipped here yet',
  plan: {
    near: {
      what: (count: string, limit: string) => `${count} of the ${limit} shipments of this month are used, at this bench alone.`,
      next: 'Booking goes on. Tell the shift lead.',
    },
    reached: {
      what: (count: string, limit: string) => `This bench alone has booked ${count} shipments this month: the plan’s limit is ${limit}.`,
      next: 'Booking goes on, but the service may refuse further shipments or charge extra for them. Tell the shift lead now.',
    },
    seen: 'Understood',
  },
  noneYetHint: 'Scan an order to begin. Its shipment appears here.',

  // Working
  lookingUp: (code: string) => `Looking up ${code}`,
  askingShop: 'Asking the shop for this order',
  waitsForShop: 'Waiting for the answer of the shop',
  notHereYet: 'No order here has this number.',
  mayHaveChanged: 'It may have been cancelled, or have a new address.',
  stopAsking: 'Nothing is bought, and the order is not imported.',
  stopAskingKnown: 'Goes on with the stored order. Nothing is then bought automatically.',
  quoting: 'Asking the service for prices',
  quotingBehind: doing['behind-another'],
  waitsForPrices: 'Waiting for the prices of the service',
  waitsBehind: waits['behind-another'].what,
  oneAtATime,
  nothingBought: 'Nothing is bought yet.',
  atMost: (seconds: number) => `at most ${seconds} s`,
  waits,
  stopQuoting: 'The prices are no longer asked, and nothing is bought.',
  stopBuying: 'Nothing is bought. The list of services comes back.',
  stopSending: 'Stop waiting only frees the screen.',
  stopSendingHints: {
    sending:
      'The booking goes on. A late answer is still used, and nothing is bought twice. The label is kept until its order is scanned again.',
    checking: 'The shipment is bought. Its label is kept until its order is scanned again.',
  },
  doing,

  // Choosing
  chooseThenBuy: 'Choose a service, then buy',
  services: 'Services',
  serviceMessage: 'Message of the service',
  collection: 'Collection',
  arrival: 'Arrival',
  notStated: 'not stated',
  extras: 'Extras',
  co2: 'CO₂ compensation',
  insurance: 'Insurance',
  servicePoint: 'Service point',
  servicePointHint: 'To a shop, not to the door',
  leftOut: {
    co2: 'Without CO₂ compensation: this service does not offer it.',
    insurance: 'Not insured: this service does not offer it.',
    servicePoint: 'To the door: the service point belongs to another service. Choose one.',
  },
  wished: 'Chosen before, left out here',
  notBought: (what: string) => (what.includes('Nothing was bought') ? what : `${what} Nothing was bought.`),
  declared: {
    title: 'Declared to customs:',
    duties: { DAP: 'The recipient pays duties and taxes (DAP).', DDP: 'The sender pays duties and taxes (DDP).' },
    noSenderEori: 'The sender has no EORI number. Customs may hold the parcel. Add it in Setup, Sender.',
    noRecipientEori: 'The order has no EORI number of the company it goes to. Customs may ask for it.',
    goods: (quantity: number, contents: string, value: string, hsCode: string) =>
      [`${quantity > 1 ? `${quantity} × ` : ''}${contents}`, value || 'no value', hsCode ? `HS ${hsCode}` : 'no HS code'].join(', '),
    more: (count: number) => `${count} more in the order`,
  },
  notOffered: 'not offered',
  priceNotKnown: 'price not known',
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
  choosePoint: 'Choose a service point',
  chooseOfFew: (shown: number) => `Choose one of these ${shown} services, then buy`,
  shortExtras: { co2: 'CO₂', insurance: 'Insurance', point: 'Point' },
  showAll: (count: number) => `Show all ${count}`,
  showFew: 'Show fewer',
  shownBecause: {
    cheapest: 'cheapest',
    fastest: 'fastest',
    usual: 'usual here',
    customer: 'chosen by the customer',
    'second-in-price': 'second in price',
    'third-in-price': 'third in price',
    chosen: '',
  },
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
  trackingNumbers: 'Tracking numbers',
  serialNumbers: (count: number) => (count === 1 ? 'Serial number' : 'Serial numbers'),
  moreNumbers: (count: number) => `and ${count} more`,

  // Printing
  printing: (piece: number, pieces: number) => (pieces === 1 ? 'Printing' : `Printing ${piece} of ${pieces}`),
  printNeedsYou: 'A label did not come out',
  waitsForPrinter: 'Waits for the printer',
  printWaits: {
    sending: 'The printer has not taken the whole label yet. Packbench will not send it again by itself.',
    taken:
      'The printer has not reported yet that the label is out. Packbench will not print it again by itself. If the printer does not report it, Packbench asks you.',
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
  whyStopped: 'Why it stopped',
  printAtUsual: 'Print at the usual printer',
  bookedNotOut: 'Booked, but its label is not out',
  bookedPartlyOut: 'Booked, but not every label is out',
  bookedHeld: 'Booked; its label is in the printer and not out yet',
  bookedNotKnown: 'Booked; it is not known whether its label came out',
  order: 'Order',
  truthsLabel: 'How far this shipment is',
  sentBy: (time: string) => `by ${time}`,
  reprintNo: (copy: number) => `Reprint ${copy}`,
  reportedByPrinter: (time: string) => `${time}, reported by the printer`,
  allLabels: (labels: number, what: string) => `${labels} labels, ${what}`,
  seenByPerson: (time: string) => `${time}, confirmed by a person`,
  printerCannotSay: 'The printer does not report it',
  printTheFile: 'Open the file and print it',
  lookForSecond: 'Look for a second copy and throw it away: only one label goes on each parcel.',
  copiesCame: (copies: number) =>
    copies === 1
      ? 'One label came out twice: the service sent a copy of it. Put one on the parcel and throw the other away.'
      : `${copies} copies of labels came out as well. Put one label on each parcel and throw the copies away.`,
  notYet: 'Not yet',
  notKnown: 'Not known',
  scanFreshLabel: 'Scan the label on this parcel',
  scanFresh: 'Scan the label on this parcel,',
  isOnParcel: 'The label is on this parcel.',
  areOnParcels: 'The labels are on their parcels.',
  scanEachFresh: (labels: number) => `Scan each of the ${labels} labels on its parcel,`,
  scanEachLabel: 'Scan each label on its parcel',
  parcelsName: 'Parcels',
  parcelsAndLabels: (parcels: number, labels: number) =>
    `${parcels} ${parcels === 1 ? 'parcel' : 'parcels'}, ${labels} ${labels === 1 ? 'label' : 'labels'}`,
  nowGoOn: 'Go on with the next order.',
  orGoOn: 'or go on with the next order.',

  // Already shipped
  shippedBy: (when: string, packer: string) => (packer ? `Shipped ${when} by ${packer}` : `Shipped ${when}`),
  shippedAt: (bench: number, when: string, packer: string) =>
    packer ? `Shipped at bench ${bench}, ${when}, by ${packer}` : `Shipped at bench ${bench}, ${when}`,
  packer: 'Packer',
  label: 'Label',
  onParcelSince: (time: string) => `On the parcel since ${time}`,
  reprintHint: 'Label torn or lost? Reprint prints the same label again and costs nothing.',
  firstPrintHint: 'Its label was never printed. Press Print the label: it costs nothing. If the label is not here, the service sends it.',
  reprintHereHint: (bench: number) =>
    `If the parcel is here and has no label, reprint it here. It costs nothing, and bench ${bench} is informed.`,
  sentWith: 'Sent with',
  otherKeyHint: 'Sent with another account key. You can reprint. For tracking, documents and pickup, ask the shift lead.',
  again: (shipmentNo: number) => `Ship again as shipment ${shipmentNo}`,
  againHint: (shipmentNo: number) =>
    shipmentNo === 2
      ? 'This buys a second shipment and costs again. The first one is not refunded.'
      : `This buys shipment ${shipmentNo} and costs again. The earlier ones are not refunded.`,
  reason: 'Reason',
  reasons: {
    second: 'A second parcel for this order',
    back: 'The first parcel came back',
    lost: 'The first parcel was lost',
    other: 'Other: type it',
  },
  otherReason: 'Why is it shipped again?',
  pin: 'PIN of the shift lead',
  shipAgain: 'Ship again',

  // Stopped, stuck
  scanned: 'Scanned',
  papersCame: 'Documents for this parcel:',
  printPapers: 'Print this file and put it in or on the parcel.',
  papersDue: 'Documents for this parcel were not printed: Resolve shows them.',
  slip: 'Slip',
  slipState: 'Packing slip:',
  slipDue: 'The packing slip of this parcel was not printed: Resolve shows why.',
  enclosureState: 'PDF of a rule:',
  enclosureDue: 'The PDF that a rule adds to this parcel was not printed: Resolve shows why.',
  invoiceDue: 'The service waits for your own customs invoice: attach it in Resolve or Track.',
  bookedWithMessage: 'It is booked. The service also sent a message:',
  serviceDetail: 'Detail',
  why: 'Why',
  stuck: 'Something went wrong inside Packbench.',
  stuckNext: 'Bookings are saved. Scan the order again. If it happens again, read this to the shift lead:',
} as const;
