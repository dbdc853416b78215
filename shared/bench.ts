import { z } from 'zod';
import { textChangeSchema } from './address.ts';
import { batchPauseSchema } from './batch.ts';
import { type Booking, bookingSchema, extrasAt, extrasSchema, noExtras, type Wish, wishSchema } from './booking.ts';
import { pauseSchema } from './breaker.ts';
import {
  beginCheckOff,
  type CheckEvent,
  type CheckOff,
  checked,
  checkedPart,
  checkOffSchema,
  isCheckedOff,
  piecesChecked,
  uncounted,
} from './check-off.ts';
import { declarationSchema } from './declaration.ts';
import { type Failure, failureSchema } from './failure.ts';
import { doubtSchema } from './known-code.ts';
import { ledgerStandingSchema } from './ledger-state.ts';
import { hardToReadSchema } from './legibility.ts';
import { lists } from './lists.ts';
import { type Order, type OrderKey, orderKeySchema, orderSchema } from './order.ts';
import { signInSchema } from './person.ts';
import { isPrinterTrouble, printerStatusSchema } from './printer.ts';
import { printerWarningSchema } from './printer-warning.ts';
import { questionSchema } from './question.ts';
import { quoteSchema } from './quote.ts';
import { reasonSchema } from './reason.ts';
import { journalTroubleSchema, lockedDataSchema, lostJournalSchema, restoredSchema } from './restored.ts';
import { sameAddressSchema } from './same-address.ts';
import { scannerProfileSchema } from './scanner-profile.ts';
import { servicePointSchema } from './service-point.ts';
import { shipmentProblemSchema } from './shipment-check.ts';
import { advisedSchema, printsAtSchema, sentAsSchema } from './shipping-rule.ts';
import { worldSchema } from './world.ts';

/** A shipment whose labels are out, or should be. */
const labelOut = {
  booking: bookingSchema,
  failure: failureSchema.nullable(),
  /** The code of a label that was scanned and does not show which of several labels it is: the packer is asked for its number. */
  unclearCode: z.string().optional(),
  /** Its parcel was opened and its items were scanned off again. Nothing was bought by that. */
  isPackedAgain: z.boolean().optional(),
};

/** Step of the parcel in hand. One member per step; the screen draws exactly this. */
export const workflowSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('ready') }),
  z.object({
    step: z.literal('looking-up'),
    code: z.string(),
    /** Set while a shop's server is asked for the order: start time, and the order as far as it is known. */
    asked: z.object({ since: z.iso.datetime(), order: orderSchema.nullable() }).optional(),
  }),
  /** Orders whose keys mean the same number: the packer chooses one. */
  z.object({
    step: z.literal('which-order'),
    code: z.string(),
    orders: z.array(z.object({ order: orderSchema, booking: bookingSchema.nullable() })).min(2),
  }),
  /** Other open orders go to the address of this one: the packer decides if one parcel holds them all. */
  z.object({
    step: z.literal('same-address'),
    order: orderSchema,
    /** The oldest first. `since`: when it came in. */
    others: z.array(z.object({ order: orderSchema, since: z.iso.datetime(), match: sameAddressSchema })).min(1),
  }),
  /** A rule wants the packer to confirm the note of the order before anything else. */
  z.object({ step: z.literal('note'), order: orderSchema }),
  z.object({
    step: z.literal('asking'),
    order: orderSchema,
    questions: z.array(questionSchema).min(1),
    changes: z.array(textChangeSchema),
    refused: z.boolean(),
    /** The last answer is also a known code: the packer decides which one is meant. */
    doubt: doubtSchema.optional(),
  }),
  z.object({
    step: z.literal('quoting'),
    order: orderSchema,
    since: z.iso.datetime(),
    /** No quote is requested yet: the previous booking has no answer, and the service may use the last price it was asked for. */
    isBehind: z.boolean(),
  }),
  z.object({
    step: z.literal('choosing'),
    order: orderSchema,
    bookingId: z.string(),
    quote: quoteSchema,
    /** Empty while none is selected. */
    serviceId: z.string(),
    /** The service that is advised; shown on its tile. */
    advised: advisedSchema,
    /** Extras that are bought with the selected service: the part of the wish that it offers. */
    extras: extrasSchema,
    wish: wishSchema,
    /** Customs declaration if the parcel leaves its customs territory, else null. */
    declared: declarationSchema.nullable(),
    /** The sender if there are several; absent if there is only one. */
    sentAs: sentAsSchema.optional(),
    /** Absent if no rule names a label printer. */
    printsAt: printsAtSchema.optional(),
    /** The list of service points while it is open, else null. */
    points: z.array(servicePointSchema).nullable(),
    /** Why the packer is asked again, or null. */
    notice: failureSchema.nullable(),
    /** True if the rules buy this service as soon as the last item is scanned off. */
    buysAlone: z.boolean().optional(),
  }),
  z.object({
    step: z.literal('booking'),
    booking: bookingSchema,
    /** `checking-label`: it is bought, and its label is being compared with the order. */
    doing: z.enum(['asking-printer', 'behind-another', 'quoting-again', 'sending', 'checking-label']),
    /** Start of the current `doing`, UTC. */
    since: z.iso.datetime(),
  }),
  z.object({ step: z.literal('confirm-label'), booking: bookingSchema }),
  z.object({ step: z.literal('wrong-label'), booking: bookingSchema }),
  z.object({ step: z.literal('printing'), booking: bookingSchema }),
  z.object({ step: z.literal('done'), ...labelOut }),
  z.object({ step: z.literal('already-shipped'), ...labelOut }),
  /** The packer opened the parcel of a bought shipment: its items are scanned off again. */
  z.object({ step: z.literal('unpacked'), booking: bookingSchema }),
  /** A restored journal does not show this order as booked, which proves nothing: a person has to check. */
  z.object({ step: z.literal('may-be-shipped'), order: orderSchema, restored: restoredSchema }),
  z.object({ step: z.literal('unknown'), booking: bookingSchema }),
  z.object({
    step: z.literal('stopped'),
    code: z.string(),
    order: orderSchema.nullable(),
    failure: failureSchema,
    /** Problems of the order itself, each with its field; empty if it stopped for another reason. */
    problems: z.array(shipmentProblemSchema),
  }),
  z.object({ step: z.literal('stuck'), ref: z.string() }),
]);
export type Workflow = z.infer<typeof workflowSchema>;
export type WorkflowAt<S extends Workflow['step']> = Extract<Workflow, { step: S }>;

/** True if the request of the purchase was sent: to stop waiting only frees the screen. */
export const isSent = (doing: WorkflowAt<'booking'>['doing']): boolean => doing === 'sending' || doing === 'checking-label';

/** An order that was scanned while another parcel was in hand, as it is shown until it is processed. */
export const waitingOrderSchema = z.object({
  code: z.string(),
  orderKey: orderKeySchema,
  name: z.string(),
  city: z.string(),
});
export type WaitingOrder = z.infer<typeof waitingOrderSchema>;

export const benchStateSchema = z.object({
  /** Increases with every workflow. An intent that names another workflow is refused as late. */
  workflowNo: z.int().nonnegative(),
  workflow: workflowSchema,
  /** Waiting orders, oldest scan first. Each stays until it is taken up, whatever happens to the parcel in hand. */
  waiting: z.array(waitingOrderSchema),
  /** The items of the order in hand, if they are scanned off. Nothing is bought before the last one. */
  checkOff: checkOffSchema.optional(),
  /** True if a person put several orders in the parcel in hand and nothing happened to it since: that can be undone. */
  isJustJoined: z.boolean().optional(),
});
export type BenchState = z.infer<typeof benchStateSchema>;

export const firstBenchState: BenchState = { workflowNo: 0, workflow: { step: 'ready' }, waiting: [] };

type Plain<S extends Workflow['step']> = Omit<WorkflowAt<S>, 'step'>;

/** The scan of an item that opened its order. */
export interface Opener {
  readonly code: string;
  /** UTC. */
  readonly at: string;
}

/** Events, in the past tense. `advance` folds each into the state of the bench. */
export type BenchEvent =
  /** `orderKey` is null if the code leads to no order. */
  | { readonly is: 'scanned'; readonly code: string; readonly orderKey: OrderKey | null }
  | { readonly is: 'source-asked'; readonly since: string; readonly order: Order | null }
  | ({ readonly is: 'found-several' } & Plain<'which-order'>)
  | ({ readonly is: 'found-same-address' } & Plain<'same-address'>)
  | ({ readonly is: 'found-note' } & Plain<'note'>)
  /** The packer puts the orders to one address in one parcel. */
  | { readonly is: 'joined' }
  /** The packer answered the question on the screen, or confirmed the note. */
  | { readonly is: 'answered' }
  | ({ readonly is: 'asked' } & Plain<'asking'>)
  /** The items of this order are scanned off from now on. */
  | {
      readonly is: 'check-off-begun';
      readonly order: Order;
      /** The code of an item that opened the order: the packer holds this piece. Null if something else did. */
      readonly opener: Opener | null;
    }
  /** The packer sends the checked items now, and the others later. */
  | { readonly is: 'part-taken' }
  /** `notice`: why the packer has to choose the service, or null. */
  | { readonly is: 'item-checked'; readonly event: CheckEvent; readonly notice: Failure | null }
  | ({ readonly is: 'quote-started' } & Plain<'quoting'>)
  | ({ readonly is: 'quoted' } & Omit<Plain<'choosing'>, 'points' | 'extras'>)
  | { readonly is: 'service-selected'; readonly serviceId: string }
  | { readonly is: 'extras-changed'; readonly wish: Wish }
  | { readonly is: 'points-listed'; readonly points: Plain<'choosing'>['points'] }
  | ({ readonly is: 'booking-moved' } & Plain<'booking'>)
  | ({ readonly is: 'label-doubtful' } & Plain<'confirm-label'>)
  | ({ readonly is: 'label-of-another' } & Plain<'wrong-label'>)
  | ({ readonly is: 'print-moved' } & Plain<'printing'>)
  | { readonly is: 'next-waits'; readonly order: WaitingOrder }
  /** Its scan was part of another code. */
  | { readonly is: 'waits-no-longer'; readonly code: string }
  /** Without `unclearCode`, the question about a label stays as it is. */
  | ({ readonly is: 'finished' } & Plain<'done'>)
  | ({ readonly is: 'found-shipped' } & Plain<'already-shipped'>)
  | ({ readonly is: 'unpacked' } & Plain<'unpacked'>)
  | ({ readonly is: 'found-doubtful' } & Plain<'may-be-shipped'>)
  | ({ readonly is: 'found-unknown' } & Plain<'unknown'>)
  | ({ readonly is: 'stopped' } & Plain<'stopped'>)
  /** Why the label printer cannot print now, or null. */
  | { readonly is: 'printer-moved'; readonly failure: Failure | null }
  | { readonly is: 'put-down' }
  | { readonly is: 'broke'; readonly ref: string };

type Step = Workflow['step'];

const steps = workflowSchema.options.map(({ shape }) => shape.step.value);
const restless: readonly Step[] = ['booking', 'printing'];
/** Steps at which an order may turn out to be booked already. */
const whereShown: readonly Step[] = [
  'looking-up',
  'quoting',
  'booking',
  'confirm-label',
  'wrong-label',
  'already-shipped',
  'unknown',
  'stopped',
];
/** Steps at which a label may be printed after a shipment was booked or a label was allowed. */
const whereSettled: readonly Step[] = [...whereShown, 'done'];
/** Steps before the booking, at which the facts of an order are checked. */
const wherePrepared: readonly Step[] = [
  'looking-up',
  'same-address',
  'note',
  'asking',
  'choosing',
  'booking',
  'already-shipped',
  'may-be-shipped',
  'stopped',
];

/** Steps before the purchase at which items are scanned off. */
const whereChecked: readonly Step[] = ['asking', 'quoting', 'choosing'];
const whereCounted: readonly Step[] = [...whereChecked, 'unpacked'];

/** The steps at which each event may happen; at any other step it is refused. */
const fitting: Readonly<Record<BenchEvent['is'], readonly Step[]>> = {
  scanned: steps.filter((step) => !restless.includes(step)),
  'source-asked': ['looking-up'],
  'found-several': ['looking-up'],
  'found-same-address': wherePrepared,
  'found-note': wherePrepared,
  joined: ['same-address'],
  answered: ['note', 'asking'],
  asked: wherePrepared,
  'check-off-begun': [...wherePrepared, 'quoting'],
  'part-taken': ['looking-up'],
  'item-checked': whereCounted,
  'quote-started': [...wherePrepared, 'quoting'],
  quoted: ['quoting', 'booking', 'stopped'],
  'service-selected': ['choosing'],
  'extras-changed': ['choosing'],
  'points-listed': ['choosing'],
  'booking-moved': [...whereShown, 'choosing'],
  'label-doubtful': whereSettled,
  'label-of-another': whereSettled,
  'print-moved': [...whereSettled, 'printing'],
  'next-waits': restless,
  'waits-no-longer': steps,
  finished: [...whereSettled, 'printing', 'unpacked'],
  'found-shipped': whereShown,
  unpacked: ['done', 'already-shipped'],
  'found-doubtful': wherePrepared,
  'found-unknown': whereSettled,
  stopped: [...new Set([...wherePrepared, ...whereSettled])],
  'printer-moved': steps,
  'put-down': steps,
  broke: steps,
};

/** The wish stays while the packer compares services; only the part that the selected service offers is bought. */
function withExtras(workflow: WorkflowAt<'choosing'>): WorkflowAt<'choosing'> {
  const service = workflow.quote.services.find(({ serviceId }) => serviceId === workflow.serviceId);
  return { ...workflow, extras: service ? extrasAt(service, workflow.wish) : noExtras };
}
/** The packer has chosen, so no rule buys alone. */
const byPerson = (tiles: WorkflowAt<'choosing'>): WorkflowAt<'choosing'> => (tiles.buysAlone ? { ...tiles, buysAlone: false } : tiles);
const ofPrinter = (notice: Failure | null): Failure | null => (notice && isPrinterTrouble(notice.code) ? notice : null);

/** Events that leave orders just joined: the program goes on with their parcel, and nothing of it is packed or bought yet. */
const afterJoining: ReadonlySet<BenchEvent['is']> = new Set([
  'joined',
  'found-note',
  'asked',
  'check-off-begun',
  'quote-started',
  'quoted',
  'service-selected',
  'extras-changed',
  'points-listed',
  'printer-moved',
  'waits-no-longer',
  'stopped',
]);

/** From now on, the joining cannot be undone. */
export function notJustJoined(state: BenchState): BenchState {
  const { isJustJoined, ...rest } = state;
  return isJustJoined ? rest : state;
}

/** The only function that moves a parcel along its path. Refuses an event that does not fit the step. */
export function advance(before: BenchState, event: BenchEvent): BenchState | 'unfitting' {
  const state = afterJoining.has(event.is) ? before : notJustJoined(before);
  const { workflow } = state;
  if (!fitting[event.is].includes(workflow.step)) return 'unfitting';
  const to = (next: Workflow): BenchState => ({ ...state, workflow: next });
  switch (event.is) {
    case 'scanned':
      return {
        ...keptCheckOff(state, event.orderKey),
        workflowNo: state.workflowNo + 1,
        workflow: { step: 'looking-up', code: event.code },
        waiting: state.waiting.filter(({ code, orderKey }) => code !== event.code && orderKey !== event.orderKey),
      };
    case 'source-asked':
      return workflow.step === 'looking-up' ? to({ ...workflow, asked: { since: event.since, order: event.order } }) : state;
    case 'found-several':
      return to({ step: 'which-order', code: event.code, orders: event.orders });
    case 'found-same-address':
      return to({ step: 'same-address', order: event.order, others: event.others });
    case 'found-note':
      return to({ step: 'note', order: event.order });
    case 'joined':
      return { ...state, isJustJoined: true };
    case 'answered':
      return state;
    case 'asked':
      return to({
        step: 'asking',
        order: event.order,
        questions: event.questions,
        changes: event.changes,
        refused: event.refused,
        ...(event.doubt && { doubt: event.doubt }),
      });
    case 'check-off-begun': {
      const begun = beginCheckOff(event.order, state.checkOff);
      if (!begun) return state;
      if (begun === state.checkOff || !event.opener) return { ...state, checkOff: begun };
      return { ...notJustJoined(state), checkOff: checked(begun, { is: 'scanned-code', ...event.opener }) };
    }
    case 'part-taken':
      return state.checkOff && piecesChecked(state.checkOff) > 0 ? { ...state, checkOff: checkedPart(state.checkOff) } : 'unfitting';
    case 'item-checked': {
      if (!state.checkOff) return 'unfitting';
      const { notice } = event;
      const asks = notice && workflow.step === 'choosing' && !workflow.notice;
      return { ...(asks ? to({ ...workflow, notice, buysAlone: false }) : state), checkOff: checked(state.checkOff, event.event) };
    }
    case 'quote-started':
      return to({ step: 'quoting', order: event.order, since: event.since, isBehind: event.isBehind });
    case 'quoted': {
      const { is: _quoted, ...quoted } = event;
      return to(withExtras({ step: 'choosing', ...quoted, extras: noExtras, points: null }));
    }
    case 'service-selected':
      if (workflow.step !== 'choosing' || !workflow.quote.services.some((service) => service.serviceId === event.serviceId)) return state;
      return workflow.serviceId === event.serviceId
        ? state
        : to(withExtras({ ...byPerson(workflow), serviceId: event.serviceId, points: null, notice: ofPrinter(workflow.notice) }));
    case 'extras-changed':
      return workflow.step === 'choosing' ? to(withExtras({ ...byPerson(workflow), wish: event.wish, points: null })) : state;
    case 'points-listed':
      return workflow.step === 'choosing' ? to({ ...workflow, points: event.points }) : state;
    case 'booking-moved':
      return to({ step: 'booking', booking: event.booking, doing: event.doing, since: event.since });
    case 'label-doubtful':
      return to({ step: 'confirm-label', booking: event.booking });
    case 'label-of-another':
      return to({ step: 'wrong-label', booking: event.booking });
    case 'print-moved':
      return to({ step: 'printing', booking: event.booking });
    case 'next-waits':
      return state.waiting.some(({ orderKey }) => orderKey === event.order.orderKey)
        ? state
        : { ...state, waiting: [...state.waiting, event.order] };
    case 'waits-no-longer':
      return state.waiting.some(({ code }) => code === event.code)
        ? { ...state, waiting: state.waiting.filter(({ code }) => code !== event.code) }
        : state;
    case 'finished':
      return to({ step: 'done', ...labelShown(workflow, event) });
    case 'found-shipped':
      return to({ step: 'already-shipped', ...labelShown(workflow, event) });
    case 'unpacked': {
      const checkOff = beginCheckOff(uncounted(event.booking.order));
      return checkOff ? { ...to({ step: 'unpacked', booking: event.booking }), checkOff } : 'unfitting';
    }
    case 'found-doubtful':
      return to({ step: 'may-be-shipped', order: event.order, restored: event.restored });
    case 'found-unknown':
      return to({ step: 'unknown', booking: event.booking });
    case 'stopped':
      return to({ step: 'stopped', code: event.code, order: event.order, failure: event.failure, problems: event.problems });
    case 'printer-moved':
      // Any other reason stays until the packer has acted on it.
      if (workflow.step !== 'choosing' || (workflow.notice && !ofPrinter(workflow.notice)) || workflow.notice?.code === event.failure?.code)
        return state;
      return to({ ...workflow, notice: event.failure });
    case 'put-down':
      return { workflowNo: state.workflowNo + 1, workflow: { step: 'ready' }, waiting: state.waiting };
    case 'broke':
      return to({ step: 'stuck', ref: event.ref });
  }
}

function labelShown(workflow: Workflow, event: Plain<'done'>): Plain<'done'> {
  const isInHand = (workflow.step === 'done' || workflow.step === 'already-shipped') && workflow.booking.id === event.booking.id;
  const kept = isInHand ? workflow.unclearCode : undefined;
  const unclearCode = 'unclearCode' in event ? event.unclearCode : kept;
  const isPackedAgain = event.isPackedAgain ?? (isInHand && workflow.isPackedAgain);
  return {
    booking: event.booking,
    failure: event.failure,
    ...(unclearCode !== undefined && { unclearCode }),
    ...(isPackedAgain && { isPackedAgain }),
  };
}

/** Checked items stay if the order in hand is scanned again before it is bought: they are still on the bench. */
function keptCheckOff({ workflow, checkOff }: BenchState, orderKey: OrderKey | null): Pick<BenchState, 'checkOff'> {
  const isInHand = whereChecked.includes(workflow.step) || workflow.step === 'stopped';
  return checkOff && isInHand && checkOff.orderKey === orderKey ? { checkOff } : {};
}

/** The items that are scanned off now: before the purchase or in a parcel that was opened, while one is left. */
export const checkingOff = ({ workflow, checkOff }: Pick<BenchState, 'workflow' | 'checkOff'>): CheckOff | undefined =>
  checkOff && whereCounted.includes(workflow.step) && !isCheckedOff(checkOff) ? checkOff : undefined;

/** True at the steps at which a scanned item counts. */
export const isCounting = ({ step }: Workflow): boolean => whereCounted.includes(step);

/** The order in hand before it is booked. */
export function orderBegun(workflow: Workflow): Order | null {
  if (workflow.step === 'looking-up') return workflow.asked?.order ?? null;
  return 'order' in workflow ? workflow.order : null;
}

/** The bought shipment on the screen, whose label the command *Reprint* prints. */
export const reprintable = (workflow: Workflow): Booking | undefined =>
  workflow.step === 'done' || workflow.step === 'already-shipped' ? workflow.booking : undefined;

/** True if something is left to do with the parcel in hand. A code that leads nowhere leaves it unchanged. */
export const isInWork = (workflow: Workflow): boolean =>
  orderBegun(workflow) !== null ||
  workflow.step === 'confirm-label' ||
  workflow.step === 'wrong-label' ||
  workflow.step === 'unknown' ||
  workflow.step === 'unpacked' ||
  (workflow.step === 'done' && workflow.failure !== null);

/** An order file that is being imported. `orders`: how many of its orders have been checked. */
const importingSchema = z.object({ file: z.string(), rows: z.int(), orders: z.int(), since: z.iso.datetime() });
/** A file in a watched folder that is not imported, and the reason. */
const skippedFileSchema = z.object({
  name: z.string(),
  why: z.enum(['link', 'no-file', 'changing', 'not-allowed', 'in-use', 'name', 'other']),
});
export type SkippedFile = z.infer<typeof skippedFileSchema>;

/**
 * `waiting`: number of files that are not imported yet. `unusable`: one of its own folders is a link or not a folder. `inError`: the last
 * file in the error folder. `elsewhere`: another bench of the site imports the files. `asking`: the ledger has not reported which bench
 * does.
 */
const hotFolderSchema = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('watching'),
    waiting: z.int().nonnegative(),
    skipped: z.array(skippedFileSchema).optional(),
    moreSkipped: z.int().nonnegative().optional(),
    inError: z.object({ name: z.string(), reasons: z.array(reasonSchema) }).optional(),
  }),
  z.object({ is: z.enum(['unreachable', 'asking']), waiting: z.int().nonnegative() }),
  z.object({ is: z.literal('unusable'), waiting: z.int().nonnegative(), folder: z.enum(['in', 'work', 'done', 'error']) }),
  z.object({ is: z.literal('elsewhere'), waiting: z.int().nonnegative(), bench: z.int() }),
]);
export type HotFolder = z.infer<typeof hotFolderSchema>;
/** True if a person has to act on the watched folder. A file that is in use or still being written is tried again without one. */
export function needsPerson(folder: HotFolder | null): boolean {
  if (folder?.is === 'unusable') return true;
  if (folder?.is !== 'watching') return false;
  const { inError, skipped = [] } = folder;
  return inError !== undefined || skipped.some(({ why }) => why !== 'changing' && why !== 'in-use');
}

export type Importing = z.infer<typeof importingSchema>;

/** State of the frame around every screen. Lists are queries; the revision of a list increases when the list may have changed. */
export const frameSchema = z.object({
  world: worldSchema.nullable(),
  liveProven: z.boolean(),
  benchName: z.string(),
  packer: z.string(),
  /** Null or absent if nobody is listed: then nobody signs in. */
  signIn: signInSchema.nullish(),
  service: z.enum(['linked', 'unreachable', 'rejected', 'not-connected', 'not-tried']),
  /** Since when an answer of the service is overdue, or null. */
  overdueSince: z.iso.datetime().nullable(),
  labelPrinter: printerStatusSchema,
  documentPrinter: printerStatusSchema,
  /** Set if labels of the label printer take more scans to read back than before, else null. */
  hardToRead: hardToReadSchema.nullable(),
  /** Conditions that would spoil labels although the label printer answers. */
  printerWarnings: z.array(printerWarningSchema),
  /** `in-use`: labels of one printer go to the backup printer until a person uses the main printer again. */
  standbyPrinter: z.enum(['none', 'spare', 'in-use']),
  /** `YYYY-MM` in the warehouse's time zone. */
  month: z.string(),
  monthCount: z.int().nonnegative(),
  /** The plan's limit, which counts live shipments only; null if there is none. */
  monthLimit: z.int().positive().nullable(),
  /** Warning about the plan's limit this month that has not been shown yet, or null. */
  planNotice: z.enum(['near', 'reached']).nullable(),
  toResolve: z.int().nonnegative(),
  /** Items that were in doubt when the bench opened, and waiting scans, until each is settled or a person has seen it. */
  leftInDoubt: z.array(z.object({ is: z.enum(['booking', 'pickup', 'print', 'scan']), name: z.string() })),
  importing: importingSchema.nullable(),
  /** The folder from which order files are imported automatically; null if there is none. */
  hotFolder: hotFolderSchema.nullable(),
  /** Why booking is paused until a person continues, or null. */
  paused: pauseSchema.nullable(),
  /** Why the batch is paused, or null. */
  batchPause: batchPauseSchema.nullable(),
  /** The journal that could not be opened, while no environment is open because of it. */
  lostJournal: lostJournalSchema.nullable(),
  /** The stored data that cannot be decrypted, while no environment is open because of it. */
  lockedData: lockedDataSchema.nullable(),
  /** Why nothing is booked although an environment is open, or null. */
  journalTrouble: journalTroubleSchema.nullable(),
  /** Since when this journal may be incomplete, or null. While set, the bench asks before it buys any order. */
  restored: restoredSchema.nullable(),
  /** True if no recent backup of the journal could be made. Setup shows the reason. */
  backupFails: z.boolean(),
  /** True if the rollback guard cannot be written. Setup shows details. */
  witnessFails: z.boolean(),
  /** True if an administrator has to check this computer. Setup shows details. */
  computer: z.boolean(),
  /** The failing connection between this bench and its shop, or null. Setup shows the reason. */
  shop: z.enum(['not-informed', 'not-answering', 'port-blocked']).nullable(),
  /** Name of the first look-up whose last request had no answer; empty if there is none. */
  silentLookUp: z.string(),
  /** State of this bench in its site; null if it belongs to none. */
  ledger: ledgerStandingSchema.nullable(),
  /** Typing profile of the scanner; null or absent until it is measured. */
  scanner: scannerProfileSchema.nullish(),
  sounds: z.boolean(),
  /** True if the code of a product opens an order; absent means false. */
  opensByProduct: z.boolean().optional(),
  showsAllServices: z.boolean().optional(),
  /** Number of the last ten services chosen here that were the cheapest, while Ship asks about a rule; null or absent if it does not. */
  cheapestTaken: z.int().nullish(),
  revisions: z.record(z.enum(lists), z.int().nonnegative()),
});
export type Frame = z.infer<typeof frameSchema>;

/** The complete pushed state. `seq` grows by one with every push; if the window sees a gap, it requests the state again. */
export const snapshotSchema = z.object({ seq: z.int().nonnegative(), frame: frameSchema, bench: benchStateSchema });
export type Snapshot = z.infer<typeof snapshotSchema>;
