import type { ReadCode } from '../../shared/call-codes.ts';
import type { Action, Capabilities, Spellings } from '../../shared/contract.ts';
import { because, type Failure, type FailureCode, type MeaningOf, meaningOf } from '../../shared/failure.ts';
import type { Quote } from '../../shared/quote.ts';
import type { Reason } from '../../shared/reason.ts';
import { failed, ok, type Refusal, type Result, stackOf } from '../../shared/result.ts';
import { retryAfterMs } from '../../shared/retry-after.ts';
import { inReadingOrder, type ShipmentProblem, senderProblems, shipmentProblems } from '../../shared/shipment-check.ts';
import type { TrackedOrder } from '../../shared/tracking.ts';
import type { Courier, Outgoing, RawAnswer, Shipment } from '../bench/ports/courier.ts';
import type { SendUntil } from '../bench/ports/ledger.ts';
import type { Log } from '../bench/ports/log.ts';
import { addressInAscii } from './ascii.ts';
import { driftOf } from './capabilities.ts';
import {
  type ClientOptions,
  type Credentials,
  codeOfSilence,
  createTrust,
  openAhead,
  type Posted,
  type PostLimits,
  post,
} from './client.ts';
import { type ConnectionAhead, createConnectionAhead } from './connection-ahead.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import { createErrorDictionary, type ErrorDictionary } from './error-dictionary.ts';
import { asciiJson } from './json.ts';
import { createKeptConnections, type KeptConnections } from './kept-connections.ts';
import { readLabels } from './labels.ts';
import { pickupWire, readPickup } from './pickup.ts';
import { readOffers } from './quote.ts';
import type { RouteOptions } from './route.ts';
import { readServicePoints, servicePointsWire } from './service-points.ts';
import { readShip, sentRecipient, shipWire } from './ship.ts';
import { shipmentFields } from './shipment-fields.ts';
import { respellings, senderTextProblems, textProblems, unsendable } from './text-check.ts';
import { noSuchOrder, ofTheseOrders, readTracked } from './track.ts';
import { readUpload, uploadWire } from './upload-documents.ts';
import { commonWire } from './wire.ts';

/** All times in milliseconds. */
export interface CourierTiming {
  readonly connectMs: number;
  /** Limit for the headers of `ship`, `pickup` or an upload to leave: later the bench no longer waits for the answer. */
  readonly onceLeavesMs: number;
  /** How long these wait for an answer: giving up early would only create an unknown outcome. */
  readonly onceHeadersMs: number;
  readonly onceTotalMs: number;
  readonly readHeadersMs: number;
  /** Total time of a read, including its repetitions. */
  readonly readBudgetMs: number;
}

const usualTiming: CourierTiming = {
  connectMs: 10_000,
  onceLeavesMs: 20_000,
  onceHeadersMs: 90_000,
  onceTotalMs: 150_000,
  readHeadersMs: 20_000,
  readBudgetMs: 20_000,
};

export interface CourierOptions {
  readonly connection: { readonly baseUrl: string; readonly account: string };
  /** Called for every request; undefined while none are set. */
  readonly credentials: () => Credentials | undefined;
  readonly environment: 'production' | 'development';
  /** PAC style: `DIRECT` or `PROXY host:port`. */
  readonly resolveProxy: (url: string) => Promise<string>;
  readonly proxyLogin?: RouteOptions['proxyLogin'];
  /** Trusted authorities in PEM; if absent or empty, those of the runtime. */
  readonly trustedCertificates?: () => readonly string[];
  /** Creates the short text that a packer can read out; the log has it beside the cause. */
  readonly ref: () => string;
  readonly log?: Log;
  /** Spellings set in Setup; called for every request. */
  readonly spellings?: () => Spellings;
  /** Results of the newest contract check of this service; called for every request. */
  readonly capabilities?: () => Capabilities | undefined;
  /** Called if an answer has another shape than the learned one. */
  readonly drifted?: (action: Action, what: string) => void;
  /** The built-in dictionary if absent. */
  readonly dictionary?: ErrorDictionary;
  /** Receives the bytes of each read answer that could not be understood, at least in part, with the ref in the log. Must not throw. */
  readonly unread?: (action: Action, ref: string, answer: RawAnswer) => void;
  /** `elapsed`: milliseconds of a clock that cannot be set. */
  readonly clock: { now(): Date; elapsed(): number; sleep(ms: number): Promise<void> };
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly timing?: Partial<CourierTiming>;
}

/** Fields of a request. `account`: set if the request is not for the account in Setup. */
type Fields = { readonly account?: string | undefined } & Readonly<Record<string, unknown>>;

/** How the answer to a read is decoded; the decoded value may still not answer the question. */
interface Reading<T, Objection extends FailureCode> {
  readonly decode: (result: Envelope['result'], messages: readonly string[]) => T;
  readonly isEmpty: (value: T) => boolean;
  /** Why the decoded value does not answer the question; undefined if it does. */
  readonly objection?: (value: T) => readonly [Objection, Reason] | undefined;
  /** True if a part could not be read: its bytes are kept for later analysis. */
  readonly isUnreadInPart?: (value: T) => boolean;
}

const largePaperBytes = 25 * 1024 * 1024;
const answerBytes = 5 * 1024 * 1024;
const mayHoldPaper = new Set<Action>(['ship', 'pickup', 'labels']);
/** Failures with the service's message as detail. */
const explainedCodes: ReadonlySet<FailureCode> = new Set(['service-refused', 'credentials-rejected']);
const trackChunk = 50;
const mentionsCredentials =
  /\b(api[ _-]?(key|secret)|credentials?|authenticat\w*|authoris?z?ation|unauthori[sz]ed|not authori[sz]ed|access denied|forbidden|invalid (key|secret|login)|log ?in)\b/i;

/** Sends requests to the service and logs them. Turns what went wrong into a failure with a ref. */
function createRequests(options: CourierOptions) {
  const { connection, clock, ref, log = () => undefined } = options;
  const timing = { ...usualTiming, ...options.timing };
  const client: ClientOptions = {
    baseUrl: connection.baseUrl,
    credentials: options.credentials,
    resolveProxy: options.resolveProxy,
    ...(options.proxyLogin && { proxyLogin: options.proxyLogin }),
    trust: createTrust(options.trustedCertificates),
    connectMs: timing.connectMs,
  };
  const { capabilities = () => undefined, drifted = () => undefined, dictionary = createErrorDictionary() } = options;
  const spellingOf = (name: keyof Spellings): string => {
    const byHand = options.spellings?.()[name] ?? 'learned';
    return byHand === 'learned' ? (capabilities()?.[name] ?? 'both') : byHand;
  };
  const bodyOf = (action: Action, { account = connection.account, ...fields }: Fields): Uint8Array =>
    asciiJson({
      ...commonWire(action, {
        environment: options.environment,
        account,
        spelling: spellingOf('environment'),
      }),
      ...fields,
    });

  function failure<C extends FailureCode>(asIs: C, why: string | Reason, action: string): Failure<MeaningOf<C>> {
    const explained = explainedCodes.has(asIs) && typeof why === 'string' ? dictionary.explain(why.split('\n')) : [];
    const code = meaningOf(
      asIs,
      explained.map((each) => each.code),
    );
    const means = [...new Set(explained.map(({ meaning }) => meaning))];
    const made: Failure<MeaningOf<C>> = { code, ref: ref(), ...because(why), ...(means.length > 0 && { means }) };
    log('courier-failed', { action, code, ref: made.ref });
    return made;
  }

  /** An error here must not spoil the answer: this only helps to understand later ones. */
  function watchForDrift(action: Action, { result, errors }: Envelope): void {
    try {
      const learned = capabilities();
      const drift = learned && driftOf(learned, action, result, errors);
      if (drift === undefined) return;
      log('courier-drift', { action, state: drift });
      drifted(action, drift);
    } catch (error) {
      log('courier-drift', { action, state: 'not-kept', stack: stackOf(error) });
    }
  }

  /** The service asked for no requests before this time (Retry-After). */
  let quietUntil = 0;

  async function postLogged(
    action: Action,
    body: Uint8Array,
    limits: Omit<PostLimits, 'maxBytes'>,
    by: Parameters<typeof post>[3],
  ): Promise<Posted> {
    const started = clock.elapsed();
    const posted = await post(body, client, { ...limits, maxBytes: mayHoldPaper.has(action) ? largePaperBytes : answerBytes }, by);
    const ms = Math.round(clock.elapsed() - started);
    if (posted.is === 'answered') quietUntil = Math.max(quietUntil, clock.elapsed() + retryAfterMs(posted.retryAfter, clock.now()));
    if (posted.is === 'answered')
      log('courier-post', { action, state: posted.is, status: posted.answer.status, ms, count: posted.answer.body.length });
    else log('courier-post', { action, state: posted.is, code: inLog(posted.why), ms });
    return posted;
  }

  const quietMs = (): number => Math.max(0, quietUntil - clock.elapsed());
  const { explain } = dictionary;
  return { client, timing, log, spellingOf, bodyOf, failure, watchForDrift, postLogged, quietMs, explain };
}

/** Sends the four operations that change nothing, and understands their answers. Repeats them within a time budget. */
function createReads(
  { timing, log, bodyOf, failure, watchForDrift, postLogged }: ReturnType<typeof createRequests>,
  { clock, random, ref, unread: keepUnread = () => undefined }: CourierOptions,
  { kept, ahead }: { readonly kept: KeptConnections; readonly ahead: ConnectionAhead },
) {
  async function readPosted(action: Action, fields: Fields, until?: AbortSignal, leavesBefore?: SendUntil): Promise<Posted> {
    const body = bodyOf(action, fields);
    const end = clock.elapsed() + timing.readBudgetMs;
    for (let retries = 0; ; retries += 1) {
      const leftMs = Math.max(1, Math.ceil(end - clock.elapsed()));
      const limits = { headersMs: Math.min(timing.readHeadersMs, leftMs), totalMs: leftMs, leavesBefore };
      const posted = await postLogged(action, body, limits, { until, kept, ...(action === 'quote' && { ahead }) });
      const pauseMs = retryPauseMs(posted, retries, random, clock.now());
      if (pauseMs === undefined || clock.elapsed() + pauseMs >= end) return posted;
      if (pauseMs > 0) await Promise.race([clock.sleep(pauseMs), whenAborted(until)]);
    }
  }

  /** Reports a failure whose answer could not be read, and hands over its bytes under the same ref. */
  function unread<C extends FailureCode>(action: Action, code: C, why: string | Reason, answer: RawAnswer): Refusal<MeaningOf<C>> {
    const made = failure(code, why, action);
    keepUnread(action, made.ref, answer);
    return failed(made);
  }

  async function read(
    action: Action,
    fields: Fields,
    until?: AbortSignal,
    leavesBefore?: SendUntil,
  ): Promise<Result<{ readonly envelope: Envelope; readonly answer: RawAnswer }, ReadCode>> {
    const posted = await readPosted(action, fields, until, leavesBefore);
    const fail = <C extends FailureCode>(code: C, why: string | Reason) => failed(failure(code, why, action));
    if (posted.is === 'not-sent') return fail(posted.code, posted.why);
    if (posted.is === 'silent') return fail(codeOfSilence(posted.why), posted.why);
    const { answer, cut } = posted;
    const { status, body } = answer;
    const envelope = readEnvelope(body);
    if (envelope) watchForDrift(action, envelope);
    if (status === 401 || status === 403) return fail('credentials-rejected', envelope?.messages.join('\n') ?? `HTTP ${status}`);
    if (status === 429 && envelope?.messages.length) return fail('service-busy', envelope.messages.join('\n'));
    if (status === 429 || isOutOfOrder(answer, envelope)) {
      const seconds = Math.ceil(retryAfterMs(posted.retryAfter, clock.now()) / 1000);
      return unread(action, 'service-busy', { code: 'answer-busy', status, seconds }, answer);
    }
    if (envelope) return ok({ envelope, answer });
    if (cut && codeOfSilence(cut) === 'service-slow') return unread(action, 'service-slow', cut, answer);
    const isGateway = status === 407 || status === 408 || status >= 500;
    return unread(action, isGateway ? 'service-unreachable' : 'service-answer-unreadable', `HTTP ${status}`, answer);
  }

  /** A read that found nothing is refused if the service gave a reason; if it found something, the reason is only a warning. */
  async function readAs<T, Objection extends FailureCode = never>(
    action: Action,
    fields: Fields,
    { decode, isEmpty, objection = () => undefined, isUnreadInPart = () => false }: Reading<T, Objection>,
    until?: AbortSignal,
    leavesBefore?: SendUntil,
  ): Promise<Result<T, ReadCode | MeaningOf<Objection>>> {
    const got = await read(action, fields, until, leavesBefore);
    if (!got.ok) return got;
    const { envelope, answer } = got.value;
    const value = decode(envelope.result, envelope.messages);
    if (isEmpty(value)) {
      if (envelope.messages.length > 0) return failed(failure('service-refused', envelope.messages.join('\n'), action));
      if (!envelope.whole) return unread(action, 'service-answer-unreadable', { code: 'answer-no-result' }, answer);
    }
    const objected = objection(value);
    if (objected) return unread(action, ...objected, answer);
    if (isUnreadInPart(value)) {
      const name = ref();
      log('courier-unread-in-part', { action, ref: name });
      keepUnread(action, name, answer);
    }
    return ok(value);
  }

  return { read, readAs };
}
type Reads = ReturnType<typeof createReads>;

/** The courier service behind its port. Reads are repeated within a time budget; a request that costs money is sent at most once. */
export function createCourier(options: CourierOptions): Courier {
  const { clock, capabilities = () => undefined } = options;
  const requests = createRequests(options);
  const { client, timing, failure, bodyOf, spellingOf, watchForDrift } = requests;
  const ahead = { once: createConnectionAhead(), price: createConnectionAhead({ isForQuestions: true }) };
  const kept = createKeptConnections();
  const { read, readAs } = createReads(requests, options, { kept, ahead: ahead.price });
  const watching =
    (action: Action) =>
    (envelope: Envelope): void =>
      watchForDrift(action, envelope);

  /** A bench west of Greenwich may still have yesterday's date. */
  const earliestDay = (): string => new Date(clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
  const problemsOf = (shipment: Shipment): ShipmentProblem[] =>
    inReadingOrder([...shipmentProblems(shipment, earliestDay()), ...textProblems(shipment)]);

  const outgoing = (action: Outgoing['action'], fields: Fields): Outgoing => ({
    action,
    body: bodyOf(action, fields),
  });

  return {
    inAscii: addressInAscii,
    sentRecipient,

    letterProblem: unsendable,
    problems: problemsOf,
    respellings,
    senderProblems: (sender) => [...senderProblems(sender), ...senderTextProblems(sender)],

    isQuoteKept: () => capabilities()?.serviceIdSurvivesQuote === true,
    isLastQuoteBought: () => capabilities()?.serviceIdSurvivesQuote === false,
    quietMs: requests.quietMs,

    async quote(shipment, until, leavesBefore) {
      const stopping = problemsOf(shipment).filter((problem) => problem.stops);
      if (stopping.length > 0) {
        const code = stopping.every(({ part }) => part === 'sender') ? 'sender-incomplete' : 'order-incomplete';
        return failed({ ...failure(code, '', 'quote'), reasons: stopping.map(({ why }) => why) });
      }
      return readAs('quote', { account: shipment.account, shipment: shipmentFields(shipment) }, offersIn, until, leavesBefore);
    },

    shipRequest: (service, extras, labelFormat, account) => outgoing('ship', { account, ...shipWire(service, extras, labelFormat) }),
    pickupRequest: ({ account, ...ask }) => outgoing('pickup', { account, ...pickupWire(ask, spellingOf('instructions')) }),
    uploadRequest: ({ account, ...ask }) => outgoing('upload_documents', { account, ...uploadWire(ask) }),

    connectAhead: (what) => void openAhead(client, ahead[what], what === 'price' ? kept : undefined),

    async sendOnce({ action, body }, leavesBefore) {
      const { onceHeadersMs: headersMs, onceTotalMs: totalMs, onceLeavesMs: leavesMs } = timing;
      const posted = await requests.postLogged(action, body, { headersMs, totalMs, leavesMs, leavesBefore }, { ahead: ahead.once });
      switch (posted.is) {
        case 'not-sent':
          return { is: 'not-sent', failure: failure(posted.code, posted.why, action) };
        case 'answered':
          // Returned unread: it must be stored before anything parses it.
          return { is: 'answered', answer: posted.answer };
        case 'silent':
          return { is: 'silent', why: posted.why };
      }
    },

    explain: requests.explain,
    readShip: (answer) => readShip(answer, watching('ship')),
    readPickup: (answer) => readPickup(answer, watching('pickup')),
    readUpload: (answer) => readUpload(answer, watching('upload_documents')),

    async track(numbers, until, account) {
      // A number with other characters does not belong to the service, and such characters must not be sent.
      const orderNos = numbers.filter((number) => !/[^ -~]/.test(number));
      if (orderNos.length === 0 && numbers.length > 0) return failed(failure('number-not-found', numbers.join(', '), 'track'));
      const end = clock.elapsed() + timing.readBudgetMs;
      return trackAll(orderNos, {
        once: (part) => trackOnce(readAs, part, until, account),
        isOver: () => clock.elapsed() >= end,
        tooSlow: () => failure('service-slow', { code: 'search-too-slow' }, 'track'),
      });
    },

    labels: (orderNo, account) => labelOf(readAs, orderNo, account),

    servicePoints: (ask, until, account) =>
      readAs('service_points', { account, ...servicePointsWire(ask) }, { decode: readServicePoints, isEmpty: none }, until),

    async check() {
      const got = await read('track', { order_numbers: [noSuchOrder] });
      if (!got.ok) return got;
      const complaint = got.value.envelope.messages.find((text) => mentionsCredentials.test(text));
      return complaint === undefined ? ok({}) : failed(failure('credentials-rejected', complaint, 'track'));
    },
  };
}

const none = (list: readonly unknown[]): boolean => list.length === 0;

const offersIn: Reading<Omit<Quote, 'id' | 'askedAt'>, 'service-answer-unreadable'> = {
  decode: (result, messages) => ({ ...readOffers(result), messages: [...messages] }),
  isEmpty: ({ services, unsold = [] }) => none([...services, ...unsold]),
  objection: ({ services, unsold = [] }) =>
    none(services) && unsold.length > 0
      ? ['service-answer-unreadable', { code: 'answer-offers-unreadable', names: unsold.map(({ name }) => name).slice(0, 5) }]
      : undefined,
  isUnreadInPart: ({ unsold = [] }) => unsold.some(({ because }) => because === 'price'),
};

async function labelOf(readAs: Reads['readAs'], orderNo: string, account: string | undefined): ReturnType<Courier['labels']> {
  const found = await readAs(
    'labels',
    { account, order_numbers: [orderNo] },
    {
      decode: (result) => readLabels(result, orderNo),
      isEmpty: ({ paper, unread }) => paper === null && unread === undefined,
      objection({ paper, unread, orderNos }) {
        if (orderNos.length > 0 && !orderNos.includes(orderNo))
          return ['label-of-another-order', { code: 'answer-of-orders', numbers: orderNos.slice(0, 5) }];
        if (paper) return undefined;
        return ['service-answer-unreadable', unread ? { code: 'answer-label-unread', ...unread } : { code: 'answer-no-label' }];
      },
    },
  );
  if (!found.ok) return found;
  const { paper } = found.value;
  if (!paper) throw new Error('An answer without a label was taken for one');
  return ok(paper);
}

async function trackOnce(
  readAs: Reads['readAs'],
  orderNos: readonly string[],
  until: AbortSignal | undefined,
  account: string | undefined,
): Promise<Result<readonly TrackedOrder[], ReadCode>> {
  const answer = await readAs(
    'track',
    { account, order_numbers: orderNos },
    {
      decode: readTracked,
      isEmpty: none,
      objection: (found) =>
        found.length > 0 && none(ofTheseOrders(found, orderNos))
          ? ['service-answer-unreadable', { code: 'answer-of-other-order' }]
          : undefined,
    },
    until,
  );
  return answer.ok ? ok(ofTheseOrders(answer.value, orderNos)) : answer;
}

/**
 * One number must not hide the others: a refused list is halved until each part is a single number. Asks for the largest parts first, and
 * for nothing more after a failure once the time for a read is over.
 */
async function trackAll(
  orderNos: readonly string[],
  by: {
    readonly once: (part: readonly string[]) => Promise<Result<readonly TrackedOrder[], ReadCode>>;
    readonly isOver: () => boolean;
    readonly tooSlow: () => Failure<ReadCode>;
  },
): Promise<Result<readonly TrackedOrder[], ReadCode>> {
  const found: TrackedOrder[] = [];
  const toAsk = chunksOf(orderNos, trackChunk);
  let refusal: Failure<ReadCode> | undefined;
  let trouble: Failure<ReadCode> | undefined;
  for (let part = toAsk.shift(); part; part = toAsk.shift()) {
    if ((refusal ?? trouble) && by.isOver()) {
      trouble ??= by.tooSlow();
      break;
    }
    const tracked = await by.once(part);
    if (tracked.ok) found.push(...tracked.value);
    else if (tracked.failure.code !== 'service-refused') trouble ??= tracked.failure;
    else {
      refusal ??= tracked.failure;
      if (part.length > 1) toAsk.push(...chunksOf(part, Math.ceil(part.length / 2)));
    }
  }
  const why = trouble ?? refusal;
  return found.length === 0 && why ? failed(why) : ok(found);
}

/** True if the service itself, or a gateway right before it, fails: there is neither a result nor a reason. */
function isOutOfOrder({ status }: RawAnswer, envelope: Envelope | undefined): boolean {
  if (status !== 500 && status !== 503) return false;
  const { result, messages } = envelope ?? { result: null, messages: [] };
  return messages.length === 0 && (typeof result !== 'object' || result === null || Object.keys(result).length === 0);
}

/** The code alone: the values of a reason may name a host. */
const inLog = (why: string | Reason): string => (typeof why === 'string' ? why : why.code);

const whenAborted = (until: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    until?.addEventListener('abort', () => resolve(), { once: true });
  });

const chunksOf = (numbers: readonly string[], size: number): (readonly string[])[] =>
  Array.from({ length: Math.ceil(numbers.length / size) }, (_, index) => numbers.slice(index * size, (index + 1) * size));

/** Retries after the first attempt. A read also ends with its time budget, see `courier.ts`. */
const maxRetries = 3;
const firstPauseMs = 300;
/** Busy, or a gateway that gave up: the same question may be answered a moment later. */
const passing = new Set([408, 429, 502, 503, 504]);

/**
 * Returns the pause before a read is repeated, or undefined if repeating would not help. Half of the pause is random, so that benches that
 * failed together do not come back together. Retry-After is the minimum. A connection that was used before may have been closed by the
 * service: then the question is repeated at once.
 */
function retryPauseMs(posted: Posted, retries: number, random: () => number, now: Date): number | undefined {
  if (retries >= maxRetries) return undefined;
  if (posted.is !== 'answered' && posted.wasKept) return 0;
  const pauseMs = (): number => firstPauseMs * 2 ** retries * (0.5 + random() / 2);
  if (posted.is === 'not-sent') return posted.code === 'service-unreachable' ? pauseMs() : undefined;
  if (posted.is === 'silent') return posted.reset ? pauseMs() : undefined;
  if (!passing.has(posted.answer.status)) return undefined;
  return Math.max(pauseMs(), retryAfterMs(posted.retryAfter, now));
}
