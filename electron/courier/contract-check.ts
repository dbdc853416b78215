import { emptyAddress } from '../../shared/address.ts';
import { noExtras } from '../../shared/booking.ts';
import type { Action, Capabilities, ContractStep } from '../../shared/contract.ts';
import { emptyOrder, emptyParcel, orderKeySchema } from '../../shared/order.ts';
import type { Service } from '../../shared/quote.ts';
import type { Reason } from '../../shared/reason.ts';
import type { ContractCode } from '../bench/ports/contract.ts';
import type { RawAnswer, Shipment } from '../bench/ports/courier.ts';
import { shapeOf } from './capabilities.ts';
import { type ClientOptions, codeOfSilence, post } from './client.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import { asciiJson } from './json.ts';
import { pickupWire } from './pickup.ts';
import { readOffers } from './quote.ts';
import { servicePointsWire } from './service-points.ts';
import { readShip, shipWire } from './ship.ts';
import { shipmentFields } from './shipment-fields.ts';
import { noSuchOrder } from './track.ts';
import { commonWire } from './wire.ts';

export interface ContractCheckParts {
  /** Sends a body once and returns the answer, or throws `ContractCheckStopped` if there is none. Only ever sends to a sandbox. */
  readonly send: (body: Uint8Array) => Promise<RawAnswer>;
  readonly baseUrl: string;
  readonly account: string;
  readonly now: () => Date;
  /** A shipment that the sandbox can quote. */
  readonly shipment: Shipment;
  /** True if it may book and ask for a pickup in the sandbox; otherwise the results that need a booking stay unknown. */
  readonly book: boolean;
  readonly report: (line: string) => void;
  readonly begin: (step: ContractStep) => void;
}

/** Reason why a check cannot go on. It learned nothing then, and earlier results still apply. */
export class ContractCheckStopped extends Error {
  readonly code: ContractCode;
  readonly why: string | Reason;
  constructor(code: ContractCode, why: string | Reason) {
    super(code);
    this.code = code;
    this.why = why;
  }
}

const pauseMs = 200;
const answerBytes = 25 * 1024 * 1024;

/** Creates the sender of a check: sends each body once, at a rate that any sandbox bears, and nothing more once `isOver` returns true. */
export function createCheckSender(
  client: ClientOptions,
  sleep: (ms: number) => Promise<unknown>,
  isOver: () => boolean = () => false,
): ContractCheckParts['send'] {
  return async (body) => {
    if (isOver()) throw new ContractCheckStopped('not-now', '');
    const posted = await post(body, client, { headersMs: 30_000, totalMs: 45_000, maxBytes: answerBytes });
    await sleep(pauseMs);
    if (posted.is === 'answered') return posted.answer;
    throw new ContractCheckStopped(posted.is === 'not-sent' ? posted.code : codeOfSilence(posted.why), posted.why);
  };
}

const checkSender = {
  ...emptyAddress,
  name: 'Packbench Check',
  street: 'Veemarktkade',
  houseNumber: '8',
  postalCode: '5222 AE',
  city: 'Den Bosch',
  country: 'NL',
  phone: '+31735550188',
};

/** An invented shipment that any sandbox can quote. */
export const checkShipment: Shipment = {
  sender: checkSender,
  order: {
    ...emptyOrder,
    key: orderKeySchema.parse(noSuchOrder),
    source: 'contract check',
    recipient: { ...checkSender, street: 'Kastanienallee', houseNumber: '84', postalCode: '10435', city: 'Berlin', country: 'DE' },
    parcels: [
      {
        ...emptyParcel,
        lengthCm: 30,
        widthCm: 20,
        heightCm: 20,
        weightGrams: 2000,
        contents: 'Books',
        value: { minor: 2000, currency: 'EUR' },
      },
    ],
  },
};

const bogus = 'PACKBENCH-BOGUS';

/** Results of the answers so far; `environment` is sent with every request. */
type Shown = Pick<Capabilities, 'environment' | 'results' | 'errors' | 'errorStatus'>;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Finds out by requests what the service's document leaves open: which spellings are read (the service complains about a bogus value under
 * one of them), whether a service id survives a later quote, the form of answers and errors, whether enum words may have any case, and, if
 * it may book, whether a second `ship` of one id is refused. All requests go to the development environment.
 */
export async function checkContract(parts: ContractCheckParts): Promise<Capabilities> {
  const { report, begin } = parts;
  const sandbox = openSandbox(parts);
  begin('environment');
  const complainedAbout = await spellingRead(sandbox, 'track', { order_numbers: [noSuchOrder] }, ['environment', 'environmet'], bogus);
  begin('quote');
  const services = await quotedBySpelling(sandbox, complainedAbout);
  report(`quote: ${services.length} services, environment sent as ${sandbox.shown.environment}`);
  begin('enums');
  const anyCaseOfEnums = (await quote(sandbox, { type: 'parcel', inco: 'dap' })).length > 0;
  report(`words in any case: ${anyCaseOfEnums}`);

  begin('service-id');
  const serviceIdSurvivesQuote = await idSurvivesQuote(sandbox, services);
  begin('instructions');
  const instructions = await instructionsRead(sandbox).catch(unreadableMeansBoth);
  const booked = parts.book ? await checkBooking(sandbox, instructions, parts.now()) : { instructions, secondShipRefused: null };
  return {
    checkedAt: parts.now().toISOString(),
    baseUrl: parts.baseUrl,
    ...sandbox.shown,
    ...booked,
    serviceIdSurvivesQuote,
    anyCaseOfEnums,
  };
}

function openSandbox({ send, account, shipment, report, begin }: ContractCheckParts) {
  const shown: Shown = { environment: 'both', results: {}, errors: null, errorStatus: null };
  return {
    shown,
    shipment,
    report,
    begin,
    async ask(action: Action, fields: Fields): Promise<Envelope & { readonly answer: RawAnswer }> {
      const common = commonWire(action, { environment: 'development', account, spelling: shown.environment });
      const answer = await send(asciiJson({ ...common, ...fields }));
      const envelope = readEnvelope(answer.body);
      if (!envelope)
        throw new ContractCheckStopped('service-answer-unreadable', { code: 'answer-no-envelope-to', action, status: answer.status });
      const result = shapeOf(envelope.result);
      if (result !== 'nothing' && envelope.messages.length === 0) shown.results[action] ??= result;
      if (envelope.messages.length > 0) {
        shown.errors ??= shapeOf(envelope.errors);
        shown.errorStatus ??= answer.status;
      }
      return { ...envelope, answer };
    },
  };
}
type Sandbox = ReturnType<typeof openSandbox>;

/** True if the service complains with this change about something that it does not complain about without it. */
async function complaints({ ask }: Sandbox, action: Action, usual: Fields, change: Fields): Promise<boolean> {
  const before = new Set((await ask(action, usual)).messages);
  return (await ask(action, { ...usual, ...change })).messages.some((text) => !before.has(text));
}

async function spellingRead<Name extends string>(
  sandbox: Sandbox,
  action: Action,
  usual: Fields,
  names: readonly [Name, Name],
  value: unknown,
): Promise<Name | 'both'> {
  const read: Name[] = [];
  for (const name of names) if (await complaints(sandbox, action, usual, { [name]: value })) read.push(name);
  const [only, second] = read;
  const answer = only !== undefined && second === undefined ? only : 'both';
  sandbox.report(`${names.join(' / ')}: ${read.length === 0 ? 'no complaint, both are sent' : `read is ${read.join(' and ')}`}`);
  return answer;
}

const quote = async ({ ask, shipment }: Sandbox, change: Fields = {}): Promise<readonly Service[]> =>
  readOffers((await ask('quote', { shipment: { ...shipmentFields(shipment), ...change } })).result).services;

/** Returns the quotes of the first spelling of the switch that brings any: the one complained about, both, then each alone. */
async function quotedBySpelling(
  { shown, ask, shipment, report }: Sandbox,
  complainedAbout: Capabilities['environment'],
): Promise<readonly Service[]> {
  const refusals: string[] = [];
  for (const spelling of new Set([complainedAbout, 'both', 'environment', 'environmet'] as const)) {
    shown.environment = spelling;
    const { result, messages } = await ask('quote', { shipment: shipmentFields(shipment) });
    const services = readOffers(result).services;
    if (services.length > 0) return services;
    report(`quote, ${spelling}: ${messages.join(' ') || 'no services'}`);
    refusals.push(...messages);
  }
  throw new ContractCheckStopped('no-quotes-to-check', [...new Set(refusals)].join('\n'));
}

/** Returns the spelling that is accepted while the other is refused; undefined if there is no such difference. */
async function spellingAllowed<Name extends string>({ ask }: Sandbox, action: Action, rest: Fields, names: readonly [Name, Name]) {
  const without = new Set((await ask(action, rest)).messages);
  const refused: Name[] = [];
  for (const name of names)
    if ((await ask(action, { ...rest, [name]: 'Contract check' })).messages.some((text) => !without.has(text))) refused.push(name);
  return refused.length === 1 ? names.find((name) => name !== refused[0]) : undefined;
}

async function idSurvivesQuote(sandbox: Sandbox, services: readonly Service[]): Promise<boolean | null> {
  const { ask, report } = sandbox;
  const withPoints = services.find((service) => service.destinationServicePoints);
  const later = withPoints ? await quote(sandbox) : [];
  if (!withPoints || later.length === 0) return null;
  const points = await ask('service_points', servicePointsWire({ type: 'destination', serviceId: withPoints.serviceId }));
  // An id that is the same in every quote is always known, so it does not show whether ids survive.
  const isOfEach = later.some(({ serviceId }) => serviceId === withPoints.serviceId);
  const survives = points.messages.length === 0 && !isOfEach;
  const reason = isOfEach ? 'the same in every quote' : points.messages.join(' ');
  report(`a service id after a later quote: ${survives ? 'still known' : reason}`);
  return survives;
}

async function instructionsRead(sandbox: Sandbox): Promise<Capabilities['instructions']> {
  // This request can have no effect: it names no day, no time and no parcels. If a service complains about its first mistake only, the
  // result is open, and both spellings are still sent.
  const nothingToCollect = { date: '', r_time: '', c_time: '', shipments: [] };
  const bothSpelt = { ...nothingToCollect, instructions: '', instuctions: '' };
  const spelledInstructions = ['instructions', 'instuctions'] as const;
  return (
    (await spellingAllowed(sandbox, 'pickup', nothingToCollect, spelledInstructions)) ??
    spellingRead(sandbox, 'pickup', bothSpelt, spelledInstructions, { bogus })
  );
}

/** Books, and ships the same id again. */
async function checkBooking(
  sandbox: Sandbox,
  read: Capabilities['instructions'],
  now: Date,
): Promise<Pick<Capabilities, 'instructions' | 'secondShipRefused'>> {
  const { ask, begin, report } = sandbox;
  const [service] = await quote(sandbox);
  begin('ship');
  const ship = service && (() => ask('ship', shipWire(service, noExtras, 'ZPL')));
  const first = ship && readShip((await ship()).answer);
  report(`ship: ${first?.is ?? 'nothing was offered any more'}`);
  if (!ship || first?.is !== 'booked') return { instructions: read, secondShipRefused: null };
  begin('second-ship');
  const second = readShip((await ship()).answer);
  const secondShipRefused = second.is === 'rejected' ? true : second.is === 'booked' ? second.orderNo === first.orderNo : null;
  report(`a second ship of one id: ${second.is}`);
  await ask('track', { order_numbers: [first.orderNo] });
  await ask('labels', { order_numbers: [first.orderNo] });
  const pickup = pickupWire({
    orderNos: [noSuchOrder],
    date: new Date(now.getTime() + 3 * 86_400_000).toISOString().slice(0, 10),
    readyTime: '14:00',
    closingTime: '17:00',
    instructions: 'Contract check',
  });
  const instructions =
    read === 'both'
      ? await spellingRead(sandbox, 'pickup', pickup, ['instructions', 'instuctions'], { bogus }).catch(unreadableMeansBoth)
      : read;
  return { instructions, secondShipRefused };
}

function unreadableMeansBoth(error: unknown): 'both' {
  if (error instanceof ContractCheckStopped && error.code === 'service-answer-unreadable') return 'both';
  throw error;
}
