import type { WorkflowAt } from '../../../shared/bench.ts';
import type { HardToRead } from '../../../shared/legibility.ts';
import { shipAsking } from './ship-asking.ts';
import { shipDoubt } from './ship-doubt.ts';
import { shipLabel } from './ship-label.ts';

type Doing = WorkflowAt<'booking'>['doing'];
const doing: Record<Doing, string> = {
  'asking-printer': 'Asking the printer',
  'behind-another': 'Waits for the booking before it',
  'quoting-again': 'Asking for the price again',
  sending: 'Booking. Wait for the answer.',
};

const oneAtATime = 'Parcels are booked one at a time, because the service books by the price it quoted last.';
const waits: Record<Doing, { readonly what: string; readonly why: string; readonly mostSeconds: number | null }> = {
  'asking-printer': { what: 'The printer has not answered', why: 'It is asked before anything is bought.', mostSeconds: 10 },
  'behind-another': { what: 'The booking before it has no answer', why: oneAtATime, mostSeconds: null },
  'quoting-again': {
    what: 'Waiting for the price',
    why: 'The old price may be outdated. Nothing is bought yet.',
    mostSeconds: 20,
  },
  sending: {
    what: 'The service has not answered the booking',
    why: 'It is not sent a second time. Without an answer it goes to Resolve, as unknown.',
    mostSeconds: 90,
  },
};

export const ship = {
  ...shipAsking,
  ...shipLabel,
  ...shipDoubt,
  whichOrder: {
    says: (code: string) => `More than one order answers to ${code}`,
    what: 'Only the spelling of their numbers tells these orders apart. Compare name and address with the parcel, then choose one.',
    shipped: (when: string) => `Shipped ${when}`,
    from: (source: string) => `From ${source}`,
  },
  // Everywhere on this screen
  aside: 'Put aside in Resolve',
  reprint: 'Reprint',
  wouldSpoil: 'This would spoil labels.',
  hardToRead: ({ again, of }: HardToRead) => `${again} of the last ${of} labels needed a second scan. That is more than before.`,
  hardToReadNext:
    'Clean the print head, then look at a test label in Setup: set the darkness one step, or have a worn head changed. A driver may refuse what cannot be read.',
  standby: {
    use: 'Use the stand-by printer',
    back: 'Back to the label printer',
    inUse: 'A label printer is out of use. Its labels go to the stand-by printer.',
    inUseNext: 'Switch back when it works again.',
    spareNext: 'Fix it, or use the stand-by printer.',
  },
  clear: 'Clear the screen',
  cannotBeCancelled: 'Cannot be cancelled afterwards.',
  parcels: (count: number) => (count === 1 ? '1 parcel' : `${count} parcels`),
  items: 'Items',
  notices: 'Notices',
  times: (quantity: number) => `${quantity} ×`,
  moreItems: (count: number) => `and ${count} more`,
  labelThatCameFor: (orderKey: string) => `label that came for ${orderKey}`,
  nextSheet: (at: number, of: number) => `Sheet ${at} of ${of}. Next`,
  labelTitle: (orderKey: string, piece: number, pieces: number) => `label ${piece} of ${pieces}, ${orderKey}`,
  nextOrders: 'Next orders wait',
  nextUp: (orderKey: string, others: number) =>
    others === 0 ? `${orderKey} waits: it opens next.` : `${orderKey} opens next, ${others} more behind it.`,
  shipment: (orderKey: string, shipmentNo: number) => (shipmentNo > 1 ? `${orderKey}, shipment ${shipmentNo}` : orderKey),

  // Ready
  scanAnOrder: 'Scan an order',
  typeTheKey: 'Type the order key',
  orderKey: 'Order key',
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
  askingShop: 'Asking the shop for this order',
  waitsForShop: 'Waiting for the answer of the shop',
  notHereYet: 'No order here has this number.',
  mayHaveChanged: 'It may be cancelled or go elsewhere by now.',
  stopAsking: 'Nothing was bought. The order is not here then.',
  stopAskingKnown: 'Goes on with what is known here. Nothing is bought without you then.',
  quoting: 'Asking the service for prices',
  quotingBehind: doing['behind-another'],
  waitsForPrices: 'The service has not told its prices',
  waitsBehind: waits['behind-another'].what,
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

  // Choosing
  chooseThenBuy: 'Choose a service, then buy',
  services: 'Services',
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
    servicePoint: 'To the door: the service point was another service’s. Choose one.',
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
  trackingNumbers: 'Tracking numbers',
  moreNumbers: (count: number) => `and ${count} more`,

  // Printing
  printing: (piece: number, pieces: number) => (pieces === 1 ? 'Printing' : `Printing ${piece} of ${pieces}`),
  printNeedsYou: 'A label did not come out',
  waitsForPrinter: 'Waits for the printer',
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
  whyStopped: 'Why it stopped',
  printAtUsual: 'Print at the usual printer',
  bookedNotOut: 'Booked, but its label is not out',
  bookedHeld: 'Booked; its label is in the printer and not out yet',
  bookedNotKnown: 'Booked; it is not known whether its label came out',
  order: 'Order',
  truthsLabel: 'How far this shipment is',
  sentBy: (time: string) => `by ${time}`,
  reprintNo: (copy: number) => `Reprint ${copy}`,
  printerSaidSo: (time: string) => `${time}, the printer said so`,
  allLabels: (labels: number, what: string) => `${labels} labels, ${what}`,
  scannedOf: (scanned: number, labels: number) => `${scanned} of ${labels} scanned`,
  seenByPerson: (time: string) => `${time}, seen by a person`,
  printerCannotSay: 'The printer cannot say',
  printTheFile: 'Open the file and print it',
  lookForSecond: 'Look for a second copy and throw it away: only one label goes on each parcel.',
  copiesCame: (copies: number) =>
    copies === 1
      ? 'One label came out twice: the service sent a copy of it. Put one on the parcel and throw the other away.'
      : `${copies} copies of labels came out as well. Put one label on each parcel and throw the copies away.`,
  notYet: 'Not yet',
  notKnown: 'Not known',
  scanFreshLabel: 'Scan the fresh label',
  scanFresh: 'Scan the fresh label,',
  scanEachFresh: (labels: number) => `Scan each of the ${labels} fresh labels,`,
  scanEachLabel: 'Scan each fresh label',
  parcelsName: 'Parcels',
  parcelsAndLabels: (parcels: number, labels: number) =>
    `${parcels} ${parcels === 1 ? 'parcel' : 'parcels'}, ${labels} ${labels === 1 ? 'label' : 'labels'}`,
  orGoOn: 'or go on with the next order.',

  // Already shipped
  shippedBy: (when: string, packer: string) => (packer ? `Shipped ${when} by ${packer}` : `Shipped ${when}`),
  shippedAt: (bench: number, when: string, packer: string) =>
    packer ? `Shipped at bench ${bench}, ${when}, by ${packer}` : `Shipped at bench ${bench}, ${when}`,
  packer: 'Packer',
  label: 'Label',
  onParcelSince: (time: string) => `On the parcel since ${time}`,
  reprintHint: 'Label torn or lost? Reprint prints the same label again and costs nothing.',
  firstPrintHint: 'Its label was never printed. Print the label gets it from the service if it is not here, and costs nothing.',
  reprintHereHint: (bench: number) =>
    `The parcel is here and has no label? Reprint prints it here, costs nothing, and tells bench ${bench}.`,
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
