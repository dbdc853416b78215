import type { Action, Capabilities } from '../../shared/contract.ts';
import type { Failure, FailureCode } from '../../shared/failure.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { type ShipmentProblem, shipmentProblems } from '../../shared/shipment-check.ts';
import type { TrackedOrder } from '../../shared/tracking.ts';
import type { Courier, Log, Outgoing, Shipment } from '../bench/ports.ts';
import { addressInAscii } from './ascii.ts';
import { driftOf } from './capabilities.ts';
import { type ClientOptions, type Credentials, createTrust, type Posted, post } from './client.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import { createErrorDictionary, type ErrorDictionary } from './error-dictionary.ts';
import { asciiJson } from './json.ts';
import { readLabels } from './labels.ts';
import { pickupWire, readPickup } from './pickup.ts';
import { readServices, shipmentWire } from './quote.ts';
import { retryPauseMs } from './retry.ts';
import { readServicePoints, servicePointsWire } from './service-points.ts';
import { readShip, sentRecipient, shipWire } from './ship.ts';
import { textProblems, unsendable } from './text-check.ts';
import { ofTheseOrders, readTracked } from './track.ts';
import { readUpload, uploadWire } from './upload-documents.ts';
import { commonWire } from './wire.ts';

/** All times in milliseconds. */
export interface CourierTiming {
  readonly connectMs: number;
  /** How long `ship`, `pickup` and an upload wait for an answer: giving up early would only make an unknown outcome. */
  readonly onceHeadersMs: number;
  readonly onceTotalMs: number;
  readonly readHeadersMs: number;
  /** Everything a read may take, its repetitions included. */
  readonly readBudgetMs: number;
}

const usualTiming: CourierTiming = {
  connectMs: 10_000,
  onceHeadersMs: 90_000,
  onceTotalMs: 150_000,
  readHeadersMs: 20_000,
  readBudgetMs: 20_000,
};

export interface CourierOptions {
  readonly connection: { readonly baseUrl: string; readonly account: string };
  /** Asked at every request; undefined while none are set. */
  readonly credentials: () => Credentials | undefined;
  readonly environment: 'production' | 'development';
  /** PAC style: `DIRECT` or `PROXY host:port`. */
  readonly resolveProxy: (url: string) => Promise<string>;
  /** The authorities to trust, in PEM; absent or empty: those that the runtime brings. */
  readonly trustedCertificates?: () => readonly string[];
  /** Makes the short text a packer can read out; it stands in the log beside the cause. */
  readonly ref: () => string;
  readonly log?: Log;
  /** What the newest contract check has learned of this service; asked at every request. */
  readonly capabilities?: () => Capabilities | undefined;
  /** Told when an answer has another form than was learned. */
  readonly drifted?: (action: Action, what: string) => void;
  /** Ours where it is absent. */
  readonly dictionary?: ErrorDictionary;
  readonly clock: { now(): Date; sleep(ms: number): Promise<void> };
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly timing?: Partial<CourierTiming>;
}

const largePaperBytes = 25 * 1024 * 1024;
const answerBytes = 5 * 1024 * 1024;
const mayHoldPaper = new Set<Action>(['ship', 'pickup', 'labels']);
/** Failures whose detail is in the service's words. */
const explainedCodes: ReadonlySet<FailureCode> = new Set(['service-refused', 'credentials-rejected']);
const maxRetries = 3;
const trackChunk = 50;
/** No service gives an order this number, so asking for it shows whether we are let in and nothing else. */
const noSuchOrder = 'PACKBENCH-CHECK';
const speaksOfCredentials =
  /\b(api[ _-]?(key|secret)|credentials?|authenticat\w*|authoris?z?ation|unauthori[sz]ed|not authori[sz]ed|access denied|forbidden|invalid (key|secret|login)|log ?in)\b/i;

/** The courier service behind its port. Reads repeat themselves within a time budget; what costs money is sent at most once. */
export function createCourier(options: CourierOptions): Courier {
  const { connection, clock, random, ref, log = () => undefined } = options;
  const timing = { ...usualTiming, ...options.timing };
  const client: ClientOptions = {
    baseUrl: connection.baseUrl,
    credentials: options.credentials,
    resolveProxy: options.resolveProxy,
    trust: createTrust(options.trustedCertificates),
    connectMs: timing.connectMs,
  };
  const { capabilities = () => undefined, drifted = () => undefined, dictionary = createErrorDictionary() } = options;
  const maxBytesOf = (action: Action): number => (mayHoldPaper.has(action) ? largePaperBytes : answerBytes);
  const bodyOf = (action: Action, fields: Readonly<Record<string, unknown>>): Uint8Array =>
    asciiJson({
      ...commonWire(action, {
        environment: options.environment,
        account: connection.account,
        spelling: capabilities()?.environment ?? 'both',
      }),
      ...fields,
    });

  function failure(code: FailureCode, detail: string, action: string): Failure {
    const explained = explainedCodes.has(code) ? dictionary.explain(detail.split('\n')) : undefined;
    const made: Failure = { code, ref: ref(), detail, ...(explained && { cause: `${explained.cause} ${explained.remedy}` }) };
    log('courier-failed', { action, code, ref: made.ref });
    return made;
  }

  function watchForDrift(action: Action, { result, errors }: Pick<Envelope, 'result' | 'errors'>): void {
    const learned = capabilities();
    const drift = learned && driftOf(learned, action, result, errors);
    if (drift === undefined) return;
    log('courier-drift', { action, state: drift });
    drifted(action, drift);
  }

  async function postLogged(action: Action, body: Uint8Array, headersMs: number, totalMs: number): Promise<Posted> {
    const started = clock.now().getTime();
    const posted = await post(body, client, { headersMs, totalMs, maxBytes: maxBytesOf(action) });
    const ms = clock.now().getTime() - started;
    if (posted.is === 'answered')
      log('courier-post', { action, state: posted.is, status: posted.answer.status, ms, count: posted.answer.body.length });
    else log('courier-post', { action, state: posted.is, code: posted.why, ms });
    return posted;
  }

  /** Only for the four operations that change nothing. */
  async function readPosted(action: Action, fields: Readonly<Record<string, unknown>>): Promise<Posted> {
    const body = bodyOf(action, fields);
    const end = clock.now().getTime() + timing.readBudgetMs;
    for (let retries = 0; ; retries += 1) {
      const leftMs = Math.max(1, end - clock.now().getTime());
      const posted = await postLogged(action, body, Math.min(timing.readHeadersMs, leftMs), leftMs);
      const pauseMs = retries < maxRetries ? retryPauseMs(posted, retries, random(), clock.now()) : undefined;
      if (pauseMs === undefined || clock.now().getTime() + pauseMs >= end) return posted;
      await clock.sleep(pauseMs);
    }
  }

  async function read(action: Action, fields: Readonly<Record<string, unknown>>): Promise<Result<Envelope>> {
    const posted = await readPosted(action, fields);
    const fail = (code: FailureCode, detail: string) => failed(failure(code, detail, action));
    if (posted.is === 'not-sent') return fail(posted.code, posted.why);
    if (posted.is === 'silent') return fail('service-unreachable', posted.why);
    const { status, body } = posted.answer;
    const envelope = readEnvelope(body);
    if (envelope) watchForDrift(action, envelope);
    if (status === 401 || status === 403) return fail('credentials-rejected', envelope?.said.join('\n') ?? `HTTP ${status}`);
    if (envelope) return ok(envelope);
    if (status === 407 || status === 408 || status === 429 || status >= 500) return fail('service-unreachable', `HTTP ${status}`);
    return fail('service-answer-unreadable', `HTTP ${status}`);
  }

  /** A read that found nothing and was told why is refused; one that found something has only been warned. */
  async function readAs<T>(
    action: Action,
    fields: Readonly<Record<string, unknown>>,
    decode: (result: Envelope['result'], said: readonly string[]) => T,
    isEmpty: (value: T) => boolean,
  ): Promise<Result<T>> {
    const envelope = await read(action, fields);
    if (!envelope.ok) return envelope;
    const value = decode(envelope.value.result, envelope.value.said);
    const { said } = envelope.value;
    if (!isEmpty(value)) return ok(value);
    if (said.length > 0) return failed(failure('service-refused', said.join('\n'), action));
    return envelope.value.whole ? ok(value) : failed(failure('service-answer-unreadable', 'The answer has no result', action));
  }

  /** A bench west of Greenwich may still have yesterday's date. */
  const earliestDay = (): string => new Date(clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
  const problemsOf = (shipment: Shipment): ShipmentProblem[] => [...shipmentProblems(shipment, earliestDay()), ...textProblems(shipment)];

  const none = (list: readonly unknown[]): boolean => list.length === 0;
  const outgoing = (action: Outgoing['action'], fields: Readonly<Record<string, unknown>>): Outgoing => ({
    action,
    body: bodyOf(action, fields),
  });

  /** One refused number must not hide the others: a refused chunk is halved until the number stands alone. */
  async function trackSome(orderNos: readonly string[]): Promise<Result<readonly TrackedOrder[]>> {
    const answer = await readAs('track', { order_numbers: orderNos }, readTracked, none);
    if (answer.ok) {
      const asked = ofTheseOrders(answer.value, orderNos);
      if (asked.length > 0 || answer.value.length === 0) return ok(asked);
      return failed(failure('service-answer-unreadable', 'The answer is about another order', 'track'));
    }
    if (answer.failure.code !== 'service-refused' || orderNos.length === 1) return answer;
    const half = Math.ceil(orderNos.length / 2);
    const halves = [await trackSome(orderNos.slice(0, half)), await trackSome(orderNos.slice(half))];
    const found = halves.flatMap((each) => (each.ok ? each.value : []));
    return found.length > 0 ? ok(found) : answer;
  }

  return {
    inAscii: addressInAscii,
    sentRecipient,

    textProblem: (name, written, country) => unsendable(written, country, name),
    problems: problemsOf,

    async quote(shipment) {
      const stopping = problemsOf(shipment).filter((problem) => problem.stops);
      if (stopping.length > 0) {
        const code = stopping.every(({ part }) => part === 'sender') ? 'no-sender' : 'order-incomplete';
        return failed(failure(code, stopping.map(({ sentence }) => sentence).join('\n'), 'quote'));
      }
      return readAs(
        'quote',
        { shipment: shipmentWire(shipment) },
        (result, said) => ({ services: [...readServices(result)], said: [...said] }),
        ({ services }) => none(services),
      );
    },

    shipRequest: (service, extras, labelFormat) => outgoing('ship', shipWire(service, extras, labelFormat)),
    pickupRequest: (ask) => outgoing('pickup', pickupWire(ask, capabilities()?.instructions)),
    uploadRequest: (ask) => outgoing('upload_documents', uploadWire(ask)),

    async sendOnce({ action, body }) {
      const posted = await postLogged(action, body, timing.onceHeadersMs, timing.onceTotalMs);
      switch (posted.is) {
        case 'not-sent':
          return { is: 'not-sent', failure: failure(posted.code, posted.why, action) };
        case 'answered':
          watchForDrift(action, readEnvelope(posted.answer.body) ?? { result: null, errors: null });
          return { is: 'answered', answer: posted.answer };
        case 'silent':
          return { is: 'silent', why: posted.why };
      }
    },

    explain: dictionary.explain,
    readShip,
    readPickup,
    readUpload,

    async track(orderNos) {
      const tracked: TrackedOrder[] = [];
      for (let from = 0; from < orderNos.length; from += trackChunk) {
        const chunk = await trackSome(orderNos.slice(from, from + trackChunk));
        if (!chunk.ok) return chunk;
        tracked.push(...chunk.value);
      }
      return ok(tracked);
    },

    async labels(orderNo) {
      const found = await readAs('labels', { order_numbers: [orderNo] }, readLabels, ({ paper }) => paper === null);
      if (!found.ok) return found;
      const { paper, orderNos } = found.value;
      if (orderNos.length > 0 && !orderNos.includes(orderNo))
        return failed(failure('label-of-another-order', `The answer is about ${orderNos.slice(0, 5).join(', ')}`, 'labels'));
      return paper ? ok(paper) : failed(failure('service-answer-unreadable', 'The answer holds no label', 'labels'));
    },

    servicePoints: (ask) => readAs('service_points', servicePointsWire(ask), readServicePoints, none),

    async check() {
      const envelope = await read('track', { order_numbers: [noSuchOrder] });
      if (!envelope.ok) return envelope;
      const complaint = envelope.value.said.find((text) => speaksOfCredentials.test(text));
      return complaint === undefined ? ok({}) : failed(failure('credentials-rejected', complaint, 'track'));
    },
  };
}
