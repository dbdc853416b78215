import { dayAfter } from '../../../shared/pickup-check.ts';
import { isDay } from '../../../shared/shipment-check.ts';
import { dayText } from '../format.ts';

const parcels = (count: number): string => `${count} ${count === 1 ? 'parcel' : 'parcels'}`;

/** Availability of a manifest to hand over. */
export type ManifestFor = 'out' | 'not-printed' | 'none';
const withoutManifest: Record<Exclude<ManifestFor, 'out'>, string> = {
  'not-printed': 'The manifest was not printed: look in Resolve.',
  none: 'No manifest came.',
};

/** `10–17` if both are whole hours, else `16:15–17:00`. */
function hours(from: string, until: string): string {
  const isWhole = [from, until].every((time) => time.endsWith(':00'));
  const short = (time: string): string => (isWhole ? time.slice(0, -3).replace(/^0/, '') : time);
  return `${short(from)}–${short(until)}`;
}

export const pickup = {
  sentence: (count: number, courier: string, when: string) =>
    `Driver for ${count} ${courier} ${count === 1 ? 'parcel' : 'parcels'}, ${when}`,
  sentenceDropOff: (count: number, courier: string, point: string) =>
    `${count} ${courier} ${count === 1 ? 'parcel' : 'parcels'} to ${point}, no driver`,
  onDay: (day: string, today: string, ready: string, closing: string) => {
    const name = day === today ? 'today' : isDay(day) && day === dayAfter(today) ? 'tomorrow' : dayText(day);
    return ready === '' ? name : `${name} ${hours(ready, closing)}`;
  },
  comesTo: 'Comes to',
  whichParcels: (count: number) => (count === 1 ? 'The parcel' : `The ${count} parcels`),
  whichParcelsHint: 'Order, recipient, number',
  shipmentOf: (recipient: string, count: number, isLeftOver: boolean) =>
    [recipient, count > 1 ? parcels(count) : '', isLeftOver ? 'left over' : ''].filter(Boolean).join(' · '),
  leftOvers: 'Left over',
  leftOversOf: (count: number, since: string) => `${count} of them since ${since}`,
  price: 'Price',
  noPrice: 'The service names none for a driver',
  details: 'Details',
  detailsHint: 'Day, hours, instructions, drop-off point',
  title: 'Pickup',
  status: (courier: string, by: string) => (by ? `Request the pickup: ${courier} by ${by}` : `Request the pickup: ${courier}`),
  statusToDropOff: (courier: string) => `Announce the drop-off: ${courier}`,
  statusDoubtful: (courier: string) => `Check the notes before you request ${courier}`,
  statusNothing: 'Nothing waits for a driver',
  statusReading: 'Reading what waits for a driver',
  statusRequesting: (courier: string) => `Requesting the pickup by ${courier}`,
  statusAnnouncing: (courier: string) => `Announcing the drop-off to ${courier}`,
  statusDone: (courier: string, collectionNo: string) => `${courier} is coming: collection ${collectionNo}`,
  statusUnknown: (courier: string) => `It is not known whether ${courier} is coming`,
  statusDropOff: (point: string, collectionNo: string) => `Bring the parcels to ${point}: collection ${collectionNo}`,
  statusChoosePoint: 'Choose a drop-off point',
  statusDropOffUnknown: (courier: string) => `It is not known whether ${courier} received the request`,
  statusAgain: (courier: string) => `${courier} is already coming for other parcels: enter why a second driver is needed`,
  statusMayBe: 'A driver may be on the way already: look in the account of the service',
  waiting: 'Parcels not handed over',
  timesHead: 'Warehouse time',
  cutOff: (time: string) => `Cut-off ${time}`,
  parcels,
  bookedToday: 'booked today',
  leftOver: (count: number, since: string) => `${count} left over since ${since}`,
  notRequested: 'Not requested yet',
  requesting: 'Being requested',
  underWayHint:
    'The service has not answered yet. It is not asked a second time. Go on with another courier meanwhile. A late answer is still used; without one, Resolve shows it as unknown.',
  stopHint:
    'Stop waiting only frees the screen. The request goes on, and is not sent a second time. A late answer is still used; without one, Resolve shows it as unknown.',
  collection: (collectionNo: string) => `Collection ${collectionNo}`,
  unknown: 'Pickup unknown',
  inMinutes: (minutes: number) => (minutes < 60 ? `in ${minutes} min` : `in ${Math.floor(minutes / 60)} h ${minutes % 60} min`),
  isPast: 'passed',
  ofOtherKeys: (count: number) =>
    `${parcels(count)} booked with another account ${count === 1 ? 'is' : 'are'} not listed: ask the shift lead.`,
  emptyTitle: 'No parcels wait for a driver',
  empty: 'Ship one and it is listed here, under its courier.',
  manifests: 'Manifests',
  noManifestsTitle: 'No manifests yet',
  noManifests: 'Each request brings one. It is kept here and can be printed again at any time.',
  manifestOf: (courier: string, when: string) => `${courier}, ${when}`,
  noManifest: 'No manifest came',
  reprint: 'Reprint',
  reprintOf: (courier: string, collectionNo: string) => `Reprint the manifest of ${courier}, ${collectionNo}`,
  formTitle: (courier: string, from: string) => (from ? `Pickup by ${courier} at ${from}` : `Pickup by ${courier}`),
  date: 'Date',
  ready: 'Ready time',
  closing: 'Closing time',
  instructions: 'Instructions',
  withLeftOvers: (count: number, since: string) => `Include the ${count === 1 ? 'parcel' : `${count} parcels`} left since ${since}`,
  dropOff: 'Drop-off point',
  dropOffHint: 'Hand them in at a shop, no driver',
  dropOffNotOffered: 'not offered',
  dropOffAt: (name: string, street: string, place: string) => `${name}, ${street}, ${place}`,
  staysForDriver: (count: number) => `${parcels(count)} cannot be dropped off and ${count === 1 ? 'stays' : 'stay'} in this list.`,
  pointsTitle: 'Drop-off points near the sender',
  pointsNone: 'No drop-off point is near',
  pointsNoneHint: 'Order a driver instead.',
  toTheDoor: 'A driver comes',
  why: 'Why is a second driver needed?',
  whyHint: 'The first one did not come',
  whyNone: 'What did you find there?',
  whyNoneHint: 'No pickup is listed for today',
  againHint: 'A second request for the same parcels needs a reason.',
  request: 'Request pickup',
  announce: 'Announce the drop-off',
  requestAgain: 'Request a second driver',
  requestAllTheSame: 'Request it anyway',
  takeProposed: (day: string) => `Use ${day}`,
  openResolve: 'Settle it in Resolve',
  resultCollection: 'Collection',
  resultWhen: 'When',
  resultParcels: 'Parcels',
  resultManifest: 'Manifest',
  resultBench: 'Ordered at',
  atBench: (bench: number) => `Bench ${bench}`,
  manifestAt: (bench: number) => `The manifest is at bench ${bench}`,
  when: (day: string, ready: string, closing: string) => (ready === '' ? day : `${day}, ${ready} to ${closing}`),
  manifestKept: 'Kept here',
  handOver: (courier: string, papers: ManifestFor) =>
    papers === 'out'
      ? `Hand the parcels and the manifest to the driver of ${courier}.`
      : `Hand the parcels to the driver of ${courier}. ${withoutManifest[papers]}`,
  bringTo: (point: string, papers: ManifestFor) =>
    papers === 'out' ? `Bring the parcels and the manifest to ${point}.` : `Bring the parcels to ${point}. ${withoutManifest[papers]}`,
  footDropOff: 'The courier is informed at once. The drop-off cannot be cancelled here.',
  foot: 'A driver is ordered at once and cannot be cancelled here.',
} as const;
