import { startControl } from './control.ts';
import { faultsByName } from './fault-by-name.ts';
import { createFaultPlan, type FaultPlan } from './fault-plan.ts';
import { startListener, type TlsKeys } from './listener.ts';
import { type TrainingMode, usualMode } from './mode.ts';
import { createRequestHandler } from './request-handler.ts';
import { createRequestLog, type IntentCount, type TrainingRequest } from './request-log.ts';
import type { Collection, Environment, LabelFormat, Shipment, UploadedDocument } from './shipment.ts';
import { type Encryption, openStore } from './store.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

export interface TrainingServiceOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly key: string;
  readonly secret: string;
  readonly clock: () => Date;
  /** The same seed, clock and requests give the same numbers. */
  readonly seed?: string;
  /** Folder for data that is kept across restarts; if absent, nothing is kept. */
  readonly dir?: string;
  /** Encrypts the data in `dir`. */
  readonly encryption?: Encryption;
  /** Minimum time for each answer. */
  readonly delayMs?: number;
  /** Serves HTTPS with these keys instead of HTTP. */
  readonly tls?: TlsKeys;
  /** Choices that the service's document leaves open. */
  readonly mode?: Partial<TrainingMode>;
  /** Receiver of tracking updates. */
  readonly webhookUrl?: string;
  /** Opens the control port, 0 for any free one; if absent, there is none. */
  readonly controlPort?: number;
  readonly log?: (line: string) => void;
}

export interface TrainingOrder {
  readonly environment: Environment;
  readonly orderNo: string;
  readonly reference: string;
  readonly consignmentNo: string;
  readonly trackingNos: readonly string[];
  readonly recipientName: string;
  /** The client's shipment, as the service read it. */
  readonly shipment: Shipment;
  readonly courierName: string;
  readonly serviceName: string;
  readonly labelFormat: LabelFormat;
  readonly co2: boolean;
  readonly insurance: boolean;
  readonly bookedAt: string;
  /** Number of `ship` requests in this run for the service id that this order was booked with. */
  readonly requests: number;
}

export interface TrainingService {
  /** `http://127.0.0.1:<port>`, or `https`: the base address for a client. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly faults: FaultPlan;
  /** Address of the control port, if one was requested. */
  readonly controlUrl: string | undefined;
  mode(): TrainingMode;
  setMode(changes: Partial<TrainingMode>): void;
  orders(environment?: Environment): readonly TrainingOrder[];
  pickups(environment?: Environment): readonly Collection[];
  documents(environment?: Environment): readonly UploadedDocument[];
  /** Every request of this run that passed authentication and was read completely, in order of arrival. */
  requests(): readonly TrainingRequest[];
  /** Resolves with the next request for an action as it arrives, before it is executed. */
  nextRequest(action: string): Promise<TrainingRequest>;
  /** The one-time actions of this run, and how often each was requested and executed. */
  requestsPerIntent(): readonly IntentCount[];
  /** Number of requests that were cut before they were read, and so are in no other count. */
  unread(): number;
  /** Number of connections accepted so far. */
  connections(): number;
  /** Every field that requests for this action contained, known or not, as dotted paths: `shipment.items[].products[].hs_code`. */
  seenFields(action: string): ReadonlySet<string>;
  /** Has the effect of entering another address in the account's settings. */
  setWebhookUrl(url: string): void;
  readonly sendTestWebhook: Webhooks['sendTest'];
  readonly moveTracking: Webhooks['moveTracking'];
  /** Cuts every connection and closes the port. */
  stop(): Promise<void>;
}

/**
 * Starts the simulated courier service on loopback. It is as careless as the service's document allows: it books again if a service id is
 * sent twice and collects again if requested twice, so that a client's mistakes can be counted.
 */
export async function startTrainingService(options: TrainingServiceOptions): Promise<TrainingService> {
  const { key, secret, clock, seed = 'packbench', delayMs = 0, log = () => undefined } = options;
  const store = openStore(options.dir, options.encryption);
  let mode: TrainingMode = { ...usualMode, ...options.mode };
  let { webhookUrl } = options;
  const webhooks = createWebhooks({ url: () => webhookUrl, store, clock });
  const plan = createFaultPlan(() => {
    if (plan.waits('listener')) listener.shut();
    // A connection kept from an earlier request would let the next request bypass the fault.
    if (plan.waits('accept')) listener.dropIdle();
  });
  const requestLog = createRequestLog((serviceId) =>
    mode.serviceIds === 'fixed' ? `${serviceId} of quote ${store.memory.counters['quote'] ?? 0}` : serviceId,
  );
  const handler = createRequestHandler({
    key,
    secret,
    clock,
    seed,
    delayMs,
    mode: () => mode,
    store,
    plan,
    requestLog,
    log,
    end: (request, by) => listener.end(request, by),
  });
  const listener = await startListener({
    port: options.port ?? 0,
    ...(options.tls && { tls: options.tls }),
    atAccept() {
      const name = plan.take('accept');
      const fault = name && faultsByName[name];
      return fault && fault.meets !== 'answer' ? fault.by : undefined;
    },
    handle: handler.handle,
  });

  const inWorld = <T extends { readonly environment: Environment }>(
    all: readonly T[],
    environment: Environment | undefined,
  ): readonly T[] => (environment === undefined ? [...all] : all.filter((each) => each.environment === environment));

  const service: Omit<TrainingService, 'controlUrl' | 'stop'> = {
    url: listener.url,
    key,
    secret,
    faults: {
      next(action, name, times) {
        if (name === 'tls-cut' && !options.tls) throw new Error('tls-cut needs a service started with TLS');
        plan.next(action, name, times);
      },
      async clear() {
        plan.clear();
        await listener.open();
      },
    },
    orders(environment) {
      const sent = requestLog.requests().filter(({ action }) => action === 'ship');
      const sentFor = Map.groupBy(sent, ({ serviceId }) => serviceId);
      return inWorld(store.memory.orders, environment).map((order) => ({
        environment: order.environment,
        orderNo: order.orderNo,
        reference: order.shipment.reference,
        consignmentNo: order.consignmentNo,
        trackingNos: order.trackingNos,
        recipientName: order.shipment.recipient.name,
        shipment: order.shipment,
        courierName: order.service.courierName,
        serviceName: order.service.serviceName,
        labelFormat: order.labelFormat,
        co2: order.co2,
        insurance: order.insurance,
        bookedAt: order.bookedAt,
        requests: sentFor.get(String(order.serviceId))?.length ?? 0,
      }));
    },
    pickups: (environment) => inWorld(store.memory.collections, environment),
    documents: (environment) => inWorld(store.memory.documents, environment),
    requests: requestLog.requests,
    nextRequest: requestLog.nextRequest,
    requestsPerIntent: requestLog.requestsPerIntent,
    unread: handler.unread,
    connections: listener.connections,
    seenFields: requestLog.seenFields,
    mode: () => mode,
    setMode(changes) {
      mode = { ...mode, ...changes };
    },
    setWebhookUrl(url) {
      webhookUrl = url;
    },
    sendTestWebhook: webhooks.sendTest,
    moveTracking: webhooks.moveTracking,
  };
  const control = options.controlPort === undefined ? undefined : await startControl(service, options.controlPort);
  return {
    ...service,
    controlUrl: control?.url,
    async stop() {
      await control?.stop();
      await listener.stop();
    },
  };
}
