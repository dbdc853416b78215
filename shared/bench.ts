import { z } from 'zod';
import { textChangeSchema } from './address.ts';
import { batchPauseSchema } from './batch.ts';
import { bookingSchema, extrasAt, extrasSchema, noExtras, type Wish, wishSchema } from './booking.ts';
import { pauseSchema } from './breaker.ts';
import { declarationSchema } from './declaration.ts';
import { type Failure, failureSchema } from './failure.ts';
import { doubtSchema } from './known-code.ts';
import { ledgerStandingSchema } from './ledger-state.ts';
import { hardToReadSchema } from './legibility.ts';
import { lists } from './lists.ts';
import { type Order, type OrderKey, orderKeySchema, orderSchema } from './order.ts';
import { isPrinterTrouble, printerStatusSchema } from './printer.ts';
import { printerWarningSchema } from './printer-warning.ts';
import { questionSchema } from './question.ts';
import { quoteSchema } from './quote.ts';
import { reasonSchema } from './reason.ts';
import { journalTroubleSchema, lockedDataSchema, lostJournalSchema, restoredSchema } from './restored.ts';
import { scannerProfileSchema } from './scanner-profile.ts';
import { servicePointSchema } from './service-point.ts';
import { shipmentProblemSchema } from './shipment-check.ts';
import { advisedSchema, printsAtSchema, sentAsSchema } from './shipping-rule.ts';
import { worldSchema } from './world.ts';

/** Where the parcel in hand is on its path. One member per step; the screen draws exactly this. */
export const workflowSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('ready') }),
  z.object({
    step: z.literal('looking-up'),
    code: z.string(),
    /** A shop's server is asked for it, since when, and what is known of it so far; absent while nobody is asked. */
    asked: z.object({ since: z.iso.datetime(), order: orderSchema.nullable() }).optional(),
  }),
  /** Orders whose keys mean the same number: a person says which it is. */
  z.object({
    step: z.literal('which-order'),
    code: z.string(),
    orders: z.array(z.object({ order: orderSchema, booking: bookingSchema.nullable() })).min(2),
  }),
  z.object({
    step: z.literal('asking'),
    order: orderSchema,
    questions: z.array(questionSchema).min(1),
    changes: z.array(textChangeSchema),
    refused: z.boolean(),
    /** The last answer is a known code too: the packer decides which of the two it is. */
    doubt: doubtSchema.optional(),
  }),
  z.object({
    step: z.literal('quoting'),
    order: orderSchema,
    since: z.iso.datetime(),
    /** Nothing is asked yet: the booking before it has no answer, and the service may follow the last price it was asked. */
    isBehind: z.boolean(),
  }),
  z.object({
    step: z.literal('choosing'),
    order: orderSchema,
    bookingId: z.string(),
    quote: quoteSchema,
    /** Empty while none is selected. */
    serviceId: z.string(),
    /** Said on its tile. */
    advised: advisedSchema,
    /** What is bought with the selected service: as much of the wish as it offers. */
    extras: extrasSchema,
    wish: wishSchema,
    /** What customs is told, where the parcel leaves its customs territory. */
    declared: declarationSchema.nullable(),
    /** Who sends it, where there are several; absent where there is one. */
    sentAs: sentAsSchema.optional(),
    /** Absent where no rule names a label printer. */
    printsAt: printsAtSchema.optional(),
    /** The list of service points while it is open. */
    points: z.array(servicePointSchema).nullable(),
    /** Why the packer is asked again, or null. */
    notice: failureSchema.nullable(),
  }),
  z.object({
    step: z.literal('booking'),
    booking: bookingSchema,
    doing: z.enum(['asking-printer', 'behind-another', 'quoting-again', 'sending']),
    /** When that began. */
    since: z.iso.datetime(),
  }),
  z.object({ step: z.literal('confirm-label'), booking: bookingSchema }),
  z.object({ step: z.literal('wrong-label'), booking: bookingSchema }),
  z.object({ step: z.literal('printing'), booking: bookingSchema }),
  /** `scanned`: of several labels the tracking numbers that were scanned back. */
  z.object({ step: z.literal('done'), booking: bookingSchema, failure: failureSchema.nullable(), scanned: z.array(z.string()).optional() }),
  z.object({ step: z.literal('already-shipped'), booking: bookingSchema, failure: failureSchema.nullable() }),
  /** A restored journal does not show this order as booked, which proves nothing: a person looks. */
  z.object({ step: z.literal('may-be-shipped'), order: orderSchema, restored: restoredSchema }),
  z.object({ step: z.literal('unknown'), booking: bookingSchema }),
  z.object({
    step: z.literal('stopped'),
    code: z.string(),
    order: orderSchema.nullable(),
    failure: failureSchema,
    /** What is wrong with the order itself, each with its field; empty where something else stopped it. */
    problems: z.array(shipmentProblemSchema),
  }),
  z.object({ step: z.literal('stuck'), ref: z.string() }),
]);
export type Workflow = z.infer<typeof workflowSchema>;
export type WorkflowAt<S extends Workflow['step']> = Extract<Workflow, { step: S }>;

/** An order that was scanned while another parcel was in hand, as it is shown until its turn comes. */
export const waitingOrderSchema = z.object({
  code: z.string(),
  orderKey: orderKeySchema,
  name: z.string(),
  city: z.string(),
});
export type WaitingOrder = z.infer<typeof waitingOrderSchema>;

export const benchStateSchema = z.object({
  /** Grows with every workflow; an intent that names another workflow comes too late and is refused. */
  workflowNo: z.int().nonnegative(),
  workflow: workflowSchema,
  /** In the order they were scanned. Whatever becomes of the parcel in hand, they stay until each is taken up. */
  waiting: z.array(waitingOrderSchema),
});
export type BenchState = z.infer<typeof benchStateSchema>;

export const firstBenchState: BenchState = { workflowNo: 0, workflow: { step: 'ready' }, waiting: [] };

type Plain<S extends Workflow['step']> = Omit<WorkflowAt<S>, 'step'>;

/** What happened, in the past tense. The bench folds each into its state with `advance`. */
export type BenchEvent =
  /** `orderKey` is null where the code leads to no order. */
  | { readonly is: 'scanned'; readonly code: string; readonly orderKey: OrderKey | null }
  | { readonly is: 'source-asked'; readonly since: string; readonly order: Order | null }
  | ({ readonly is: 'found-several' } & Plain<'which-order'>)
  | ({ readonly is: 'asked' } & Plain<'asking'>)
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
  /** Its scan was a part of another code. */
  | { readonly is: 'waits-no-longer'; readonly code: string }
  | ({ readonly is: 'finished' } & Plain<'done'>)
  | ({ readonly is: 'found-shipped' } & Plain<'already-shipped'>)
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
/** Where an order may turn out to be booked already. */
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
/** Where a shipment that was just booked, or a label that was just allowed, comes to paper. */
const whereSettled: readonly Step[] = [...whereShown, 'done'];
/** Where the facts of an order are gone through. */
const wherePrepared: readonly Step[] = ['looking-up', 'asking', 'choosing', 'booking', 'already-shipped', 'may-be-shipped', 'stopped'];

/** The steps that each event fits: at any other it cannot have happened to the parcel in hand. */
const fitting: Readonly<Record<BenchEvent['is'], readonly Step[]>> = {
  scanned: steps.filter((step) => !restless.includes(step)),
  'source-asked': ['looking-up'],
  'found-several': ['looking-up'],
  asked: wherePrepared,
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
  finished: [...whereSettled, 'printing'],
  'found-shipped': whereShown,
  'found-doubtful': wherePrepared,
  'found-unknown': whereSettled,
  stopped: [...new Set([...wherePrepared, ...whereSettled])],
  'printer-moved': steps,
  'put-down': steps,
  broke: steps,
};

/** A wish stays while services are looked at; what is bought is as much of it as the selected one offers. */
function withExtras(workflow: WorkflowAt<'choosing'>): WorkflowAt<'choosing'> {
  const service = workflow.quote.services.find(({ serviceId }) => serviceId === workflow.serviceId);
  return { ...workflow, extras: service ? extrasAt(service, workflow.wish) : noExtras };
}
const ofPrinter = (notice: Failure | null): Failure | null => (notice && isPrinterTrouble(notice.code) ? notice : null);

/** The one rule that moves a parcel along its path. An event that does not fit the step is refused. */
export function advance(state: BenchState, event: BenchEvent): BenchState | 'unfitting' {
  const { workflow } = state;
  if (!fitting[event.is].includes(workflow.step)) return 'unfitting';
  const to = (next: Workflow): BenchState => ({ ...state, workflow: next });
  switch (event.is) {
    case 'scanned':
      return {
        workflowNo: state.workflowNo + 1,
        workflow: { step: 'looking-up', code: event.code },
        waiting: state.waiting.filter(({ code, orderKey }) => code !== event.code && orderKey !== event.orderKey),
      };
    case 'source-asked':
      return workflow.step === 'looking-up' ? to({ ...workflow, asked: { since: event.since, order: event.order } }) : state;
    case 'found-several':
      return to({ step: 'which-order', code: event.code, orders: event.orders });
    case 'asked':
      return to({
        step: 'asking',
        order: event.order,
        questions: event.questions,
        changes: event.changes,
        refused: event.refused,
        ...(event.doubt && { doubt: event.doubt }),
      });
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
        : to(withExtras({ ...workflow, serviceId: event.serviceId, points: null, notice: ofPrinter(workflow.notice) }));
    case 'extras-changed':
      return workflow.step === 'choosing' ? to(withExtras({ ...workflow, wish: event.wish, points: null })) : state;
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
    case 'finished': {
      const kept = workflow.step === 'done' && workflow.booking.id === event.booking.id ? workflow.scanned : undefined;
      const scanned = event.scanned ?? kept;
      return to({ step: 'done', booking: event.booking, failure: event.failure, ...(scanned && { scanned }) });
    }
    case 'found-shipped':
      return to({ step: 'already-shipped', booking: event.booking, failure: event.failure });
    case 'found-doubtful':
      return to({ step: 'may-be-shipped', order: event.order, restored: event.restored });
    case 'found-unknown':
      return to({ step: 'unknown', booking: event.booking });
    case 'stopped':
      return to({ step: 'stopped', code: event.code, order: event.order, failure: event.failure, problems: event.problems });
    case 'printer-moved':
      // Any other reason stays until the packer did something about it.
      if (workflow.step !== 'choosing' || (workflow.notice && !ofPrinter(workflow.notice)) || workflow.notice?.code === event.failure?.code)
        return state;
      return to({ ...workflow, notice: event.failure });
    case 'put-down':
      return { ...state, workflowNo: state.workflowNo + 1, workflow: { step: 'ready' } };
    case 'broke':
      return to({ step: 'stuck', ref: event.ref });
  }
}

/** The order in hand before it is booked. */
export function orderBegun(workflow: Workflow): Order | null {
  if (workflow.step === 'looking-up') return workflow.asked?.order ?? null;
  return 'order' in workflow ? workflow.order : null;
}

/** Something is left to do with the parcel in hand: a code that leads nowhere leaves it as it is. */
export const isInWork = (workflow: Workflow): boolean =>
  orderBegun(workflow) !== null ||
  workflow.step === 'confirm-label' ||
  workflow.step === 'wrong-label' ||
  workflow.step === 'unknown' ||
  (workflow.step === 'done' && workflow.failure !== null);

/** A file of orders that is being taken. `orders`: how many of it were looked at. */
const importingSchema = z.object({ file: z.string(), rows: z.int(), orders: z.int(), since: z.iso.datetime() });
/** `waiting`: files that lie there and are not taken yet. */
/** `elsewhere`: another bench of the site takes its files; `asking`: the ledger does not say which one does. */
/** A file in a watched folder that is not taken, and why. */
const skippedFileSchema = z.object({
  name: z.string(),
  why: z.enum(['link', 'no-file', 'changing', 'not-allowed', 'in-use', 'name', 'other']),
});
export type SkippedFile = z.infer<typeof skippedFileSchema>;

/** `unusable`: a link, or no folder, stands in the place of one of its own folders. `inError`: the last file that ended there. */
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
/** Whether somebody has to do something in the watched folder; what is only in use or being written is tried again. */
export function needsPerson(folder: HotFolder | null): boolean {
  if (folder?.is === 'unusable') return true;
  if (folder?.is !== 'watching') return false;
  const { inError, skipped = [] } = folder;
  return inError !== undefined || skipped.some(({ why }) => why !== 'changing' && why !== 'in-use');
}

export type Importing = z.infer<typeof importingSchema>;

/** What the frame around every screen needs. Lists are queries; the revision of each grows when it may have changed. */
export const frameSchema = z.object({
  world: worldSchema.nullable(),
  liveProven: z.boolean(),
  benchName: z.string(),
  packer: z.string(),
  service: z.enum(['linked', 'unreachable', 'rejected', 'not-connected', 'not-tried']),
  /** Since when an answer of the service is overdue, or null. */
  overdueSince: z.iso.datetime().nullable(),
  labelPrinter: printerStatusSchema,
  documentPrinter: printerStatusSchema,
  /** The labels of the label printer take more scans to read back than before, or null. */
  hardToRead: hardToReadSchema.nullable(),
  /** What would spoil labels at the label printer though it answers. */
  printerWarnings: z.array(printerWarningSchema),
  /** `in-use`: labels of one printer go to the one that stands by, until a person takes that one into use again. */
  standbyPrinter: z.enum(['none', 'spare', 'in-use']),
  /** `YYYY-MM` in the warehouse's zone. */
  month: z.string(),
  monthCount: z.int().nonnegative(),
  /** The plan's, which counts live shipments only; null where there is none. */
  monthLimit: z.int().positive().nullable(),
  /** What nobody has been told yet of the plan's limit this month, or null. */
  planNotice: z.enum(['near', 'reached']).nullable(),
  toResolve: z.int().nonnegative(),
  /** What was in doubt when the bench opened, and the scans that waited, until it is settled or a person has seen it. */
  leftInDoubt: z.array(z.object({ is: z.enum(['booking', 'pickup', 'print', 'scan']), name: z.string() })),
  importing: importingSchema.nullable(),
  /** The folder whose order files are taken by themselves; null where there is none. */
  hotFolder: hotFolderSchema.nullable(),
  /** Why nothing is booked until a person goes on, or null. */
  paused: pauseSchema.nullable(),
  /** Why the batch beside the parcels stands still, or null. */
  batchPause: batchPauseSchema.nullable(),
  /** The journal that could not be opened, while no world is open because of it. */
  lostJournal: lostJournalSchema.nullable(),
  /** The stored data that cannot be opened, while no world is open because of it. */
  lockedData: lockedDataSchema.nullable(),
  /** Why nothing is booked although a world is open, or null. */
  journalTrouble: journalTroubleSchema.nullable(),
  /** Since when this journal knows too little, or null: every order is asked about before it is bought. */
  restored: restoredSchema.nullable(),
  /** No backup of the journal could be made lately: Setup says why. */
  backupFails: z.boolean(),
  /** What notices a journal that was put back cannot be written: Setup says more. */
  witnessFails: z.boolean(),
  /** An administrator has to look at something of this computer: Setup says more. */
  computer: z.boolean(),
  /** What does not come through between this bench and its shop, or null: Setup says why. */
  shop: z.enum(['not-told', 'not-answering', 'door-blocked']).nullable(),
  /** The name of the first look-up whose last answer was none; empty where there is none. */
  silentLookUp: z.string(),
  /** How this bench stands with the others of its site; null where there are none. */
  ledger: ledgerStandingSchema.nullable(),
  /** How the scanner types; null or absent until it was measured. */
  scanner: scannerProfileSchema.nullish(),
  sounds: z.boolean(),
  revisions: z.record(z.enum(lists), z.int().nonnegative()),
});
export type Frame = z.infer<typeof frameSchema>;

/** The whole pushed state. `seq` grows by one with every push, so a gap can be seen and the state asked again. */
export const snapshotSchema = z.object({ seq: z.int().nonnegative(), frame: frameSchema, bench: benchStateSchema });
export type Snapshot = z.infer<typeof snapshotSchema>;
