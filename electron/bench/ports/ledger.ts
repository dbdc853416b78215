import type { Attempt, Fact, Head } from '../../../shared/attempt.ts';
import type { BenchOfSite, PrintersOfBench } from '../../../shared/bench-of-site.ts';
import type { ClaimCode, LedgerCode, PinCode } from '../../../shared/call-codes.ts';
import type {
  Cursors,
  Erasure,
  ErasureCursor,
  ErasureToShare,
  OrderCursor,
  OrderToShare,
  PutOrder,
  ReceivedOrder,
  SharedLabel,
  SiteChange,
  TakenAway,
} from '../../../shared/elsewhere.ts';
import type { LedgerState } from '../../../shared/ledger-state.ts';
import type { OrderKey } from '../../../shared/order.ts';
import type { Done, Result } from '../../../shared/result.ts';
import type { SiteSettings, SiteVersion } from '../../../shared/site-settings.ts';
import type { World } from '../../../shared/world.ts';

/** The headers leave before both limits, or not at all: a computer may sleep, and its clock may be set. */
export interface SendUntil {
  /** On the clock of `performance.now()`. */
  readonly elapsed: number;
  /** On the clock of `Date.now()`. */
  readonly wall: number;
}

/** A key lease. `before`: id of the previous lease; null if unknown. `until`: deadline for sending what is bought under the lease. */
export interface TakenKeyLease {
  readonly before: string | null;
  readonly until: SendUntil;
}

export type Leased = { readonly is: 'held'; readonly until: SendUntil } | { readonly is: 'elsewhere'; readonly bench: number };

/** Called before any request that is sent at most once. Never throws; never awaited within a commit of the journal. */
interface Grants {
  /** Reserves everything that the attempt names, or nothing. Safe to repeat for the same attempt. */
  claim(attempt: Attempt): Promise<Done<ClaimCode>>;
  /** Allows sending from now on: refused if the reservation is gone, or if other data was seen. Safe to repeat. */
  send(attempt: Attempt): Promise<Result<SendUntil, ClaimCode>>;
}

/** An order in its environment. */
export interface OrderOfWorld {
  readonly world: World;
  readonly orderKey: OrderKey;
}

/** Called when a person ships an order without a label, and when a person undoes that. Never throws. Safe to repeat. */
interface Closes {
  /** From now on no bench reserves the order. Refused if any bench reserved or booked it. */
  closeOrder(of: OrderOfWorld): Promise<Done<ClaimCode>>;
  /** `pin`: of the shift lead. The ledger checks it if another bench closed the order and the site has a PIN. */
  reopenOrder(of: OrderOfWorld, pin: string): Promise<Done<ClaimCode | PinCode>>;
}

/** Permissions to send what is sent at most once, as this bench requests them. */
export interface Ledger extends Grants, Closes {
  /** True if other benches use the ledger too: then an attempt is on the disk before it is claimed, and its outcome is reported. */
  readonly isShared: boolean;
  /** Why the ledger reserves nothing now; `ok` if it may be asked. */
  mayAsk(): Done<LedgerCode>;
  /** The outcome of the attempt is stored. Safe to repeat. */
  ended(id: string): void;
  /**
   * Leases a key of the service among all benches that use it, under a newly drawn id. The lease expires by itself. `stopped`: `until` was
   * aborted.
   */
  takeKeyLease(key: string, id: string, until: AbortSignal): Promise<Result<TakenKeyLease | 'stopped', LedgerCode>>;
  endKeyLease(id: string): void;
  /** Leases a task that one bench does for the whole site: called once, and again before `until` by the bench that continues. */
  lease(name: string, id: string): Promise<Result<Leased, LedgerCode>>;
  /** State of the connection to the other benches; null if there are none. */
  state(): LedgerState | null;
  /** Reports what is not reported yet, and sends `hello` to the ledger if that is due. Called often; never throws. */
  look(): Promise<void>;
  /** Stores new changes of the other benches in the journal, unless a purchase is being requested. Called often; never throws. */
  sync(): Promise<void>;
  /** As `sync`, for everything reported before now; false if that takes longer than `withinMs`, or if the ledger does not answer. */
  syncNow(withinMs: number): Promise<boolean>;
  /** The label of a shipment, as its bench shared it; undefined if there is none that can be decrypted here. */
  labelOf(attemptId: string): Promise<Result<SharedLabel | undefined, LedgerCode>>;
  /** Deletes what the ledger kept for long enough, of all environments. */
  prune(): Promise<Done<LedgerCode>>;
  /** The orders of all benches; null if this bench shares none. */
  readonly orders: OrdersOfSite | null;
  /** Null likewise. */
  readonly erasures: ErasuresOfSite | null;
  /** Resolves once it no longer uses the journal. */
  stop(): Promise<void>;
}

/** Sync of the orders that were brought in at any bench. Makes no request while a purchase is being requested. */
export interface OrdersOfSite {
  mayAsk(): boolean;
  /** Number of the newest site key that this bench has; 0 if it has none and can neither send nor read orders. */
  siteKey(): number;
  /** Answers in the order given. No answers if the ledger is in another era: it may have lost what was sent to it. */
  put(
    era: string,
    orders: readonly OrderToShare[],
  ): Promise<Result<{ readonly era: string; readonly answers: readonly PutOrder[] | undefined }, LedgerCode>>;
  /**
   * Orders behind this place, read in parts if there are many; from the beginning if the era differs. An empty answer means that all were
   * read.
   */
  read(
    era: string,
    at: Pick<OrderCursor, 'seq' | 'slot'>,
  ): Promise<Result<{ readonly era: string; readonly orders: readonly ReceivedOrder[] }, LedgerCode>>;
}

/** Sync of the orders whose person was erased at any bench. */
export interface ErasuresOfSite {
  /**
   * Reports erasures that were made or carried out here. The ledger deletes what it has of these orders and of the shipments of this bench.
   * Safe to repeat.
   */
  put(erasures: readonly ErasureToShare[]): Promise<Done<LedgerCode>>;
  /** Erasures behind this place, in parts if there are many; from the beginning if the era differs. An empty answer means that all were read. */
  read(era: string, seq: number): Promise<Result<ReadErasures, LedgerCode>>;
}

/** `erasure` is undefined if it cannot be opened here. */
export interface ReadErasures {
  readonly era: string;
  readonly erasures: readonly { readonly seq: number; readonly erasure: Erasure | undefined }[];
}

/** A bench that has only an older site key, with the proof that it has that key. */
export interface LackingBench {
  readonly bench: number;
  readonly publicKey: Uint8Array;
  readonly proof: Uint8Array;
  readonly has: number;
}

/** Data that the benches of a site share besides purchases. */
export interface SiteCalls {
  /** Presents this bench. `siteKey`: number of its newest key, 0 for none; `given`: newer keys, packed for this bench by each other one. */
  present(self: {
    readonly version: string;
    readonly printers: PrintersOfBench;
    readonly publicKey: Uint8Array;
    readonly proof: Uint8Array | null;
    readonly siteKey: number;
  }): Promise<
    Result<
      {
        readonly bench: number;
        readonly newest: number;
        readonly given: readonly Uint8Array[];
        readonly lacking: readonly LackingBench[];
      },
      LedgerCode
    >
  >;
  /** A site has exactly one key of each number; only the next number is accepted. */
  makeSiteKey(number: number): Promise<Result<'made' | 'made-elsewhere', LedgerCode>>;
  giveKey(bench: number, number: number, packed: Uint8Array): Promise<Done<LedgerCode>>;
  /**
   * Admits the bench that shows a ticket with this hash, once and for a short while. Invalidates the previous ticket. `login`: the user that
   * the new bench connects as, with `password`; null if the ledger cannot create users: then it connects as this bench does.
   */
  invite(
    ticketHash: Uint8Array,
    packed: Uint8Array,
    password: string,
  ): Promise<Result<{ readonly withinMs: number; readonly login: string | null }, LedgerCode>>;
  withdraw(): Promise<Done<LedgerCode>>;
  benches(): Promise<Result<readonly BenchOfSite[], LedgerCode>>;
  /**
   * Proves that a shift lead is at this bench, for the next minute: `invite`, `vouch`, `takeDoubts`, `retire`, `reopenOrder` and a new site key need it as
   * soon as the site has a PIN. `none`: it has no PIN. Every guess counts, also of a bench that breaks off.
   */
  proveLead(pin: string): Promise<Result<LeadProof, LedgerCode>>;
  /** Sets the PIN of the site, or removes it if it is empty. `unproven`: the site has a PIN, and it was not proven. */
  setLead(pin: string): Promise<Result<'set' | 'unproven', LedgerCode>>;
  /** A shift lead confirms that this bench, which is off, reported everything it sent in that environment. */
  vouch(bench: number, world: World): Promise<Done<LedgerCode>>;
  /**
   * Takes over everything that a switched-off or retired bench left in doubt in an environment. Safe to repeat. `on`: the bench is not off.
   */
  takeDoubts(bench: number, world: World): Promise<Result<Doubts | 'on', LedgerCode>>;
  /** The newest settings shared by all benches; undefined if no bench shared any. */
  siteSettings(knownId: string | null): Promise<Result<SiteVersion | undefined, LedgerCode>>;
  /** Replaces every earlier version. `moved`: another version came first. Safe to repeat. */
  shareSettings(next: {
    readonly version: number;
    readonly id: string;
    readonly settings: SiteSettings;
  }): Promise<Result<'shared' | 'moved' | 'no-key', LedgerCode>>;
  /** Retires a bench that does not come back. */
  retire(bench: number): Promise<Done<LedgerCode>>;
}

export type LeadProof = { readonly is: 'right' | 'wrong' | 'none' } | { readonly is: 'too-soon'; readonly waitMs: number };

/** Attempts in doubt. `left`: number of further ones that were sent too recently to be settled. */
export interface Doubts {
  readonly doubts: readonly Attempt[];
  readonly left: number;
}

/**
 * The ledger of many benches, as one bench reaches it. A bench reports its feed: the facts of one journal in their order. A reservation is
 * a commit that the ledger itself acknowledged in time; any other answer is a refusal.
 */
export interface SharedLedger extends Grants, Closes {
  /**
   * Presents this run of the bench, the last fact of its feed, and the last acknowledged one. Called first, and after each lost connection.
   * `ledger`: id of this ledger; a copy of it has the same id. `replay`: the ledger reserves nothing before every stored fact was reported
   * again and the bench agreed. `journal-went-back`: the ledger knows more of the feed, or other facts: only a new feed can continue.
   */
  hello(at: {
    readonly feed: string;
    readonly world: World;
    readonly head: Head;
    readonly acknowledged: Head;
  }): Promise<Result<{ readonly bench: number; readonly ledger: string; readonly needs: 'nothing' | 'replay' }, LedgerCode>>;
  /**
   * Reports outcomes of attempts, in order and without gaps; the ledger skips facts it already has. Never refused for its content; a gap,
   * or another link, is `journal-went-back`.
   */
  report(feed: string, facts: readonly Fact[]): Promise<Result<{ readonly acknowledged: Head }, LedgerCode>>;
  /** Reports orders that are known here as shipped without a label. Also while the ledger is frozen; never refused for its content. */
  closedBefore(world: World, orderKeys: readonly OrderKey[]): Promise<Done<LedgerCode>>;
  /** Confirms that the whole feed was reported, after `replay`. `waitsFor`: benches that have not confirmed yet. */
  agree(feed: string): Promise<Result<{ readonly isOpen: boolean; readonly waitsFor: readonly number[] }, LedgerCode>>;
  /**
   * Gives up an attempt of an earlier run, which the journal has as an intent. `released`: it was never more than held, and
   * can never be sent any more. `may-be-sent`: it is unknown from now on.
   */
  giveUp(attempt: Attempt): Promise<Result<'released' | 'may-be-sent', LedgerCode>>;
  /**
   * The attempts of earlier runs of this bench that may have been sent and that its feed does not contain: its journal was restored from an
   * older copy. Called once the whole feed is reported. Safe to repeat.
   */
  ownDoubts(feed: string, world: World): Promise<Result<Doubts, LedgerCode>>;
  /** The attempts among these that another bench settles now. */
  takenFrom(attemptIds: readonly string[]): Promise<Result<readonly TakenAway[], LedgerCode>>;
  /** A user's decision on an attempt of another bench. */
  resolve(
    attemptId: string,
    as: { readonly is: 'booked'; readonly orderNo: string } | { readonly is: 'released' },
    by: { readonly who: string; readonly reason: string },
  ): Promise<Done<ClaimCode>>;
  /** Leases a key as soon as its holder ends the lease, or stays silent for too long. `stopped`: `until` was aborted first. */
  takeKeyLease(
    of: { readonly world: World; readonly key: string; readonly id: string },
    until: AbortSignal,
  ): Promise<Result<TakenKeyLease | 'stopped', LedgerCode>>;
  endKeyLease(id: string): Promise<Done<LedgerCode>>;
  lease(of: { readonly world: World; readonly name: string; readonly id: string }): Promise<Result<Leased, LedgerCode>>;
  /** True if this bench can encrypt its shipment data for the other benches of the site alone. */
  canEncrypt(): boolean;
  /**
   * Changes of other feeds of an environment behind these cursors: in the order of each feed, in parts if there are many; an empty answer
   * means all.
   */
  changes(at: {
    readonly world: World;
    readonly feed: string;
    readonly cursors: Cursors;
  }): Promise<Result<readonly SiteChange[], LedgerCode>>;
  /** Stores the label of a shipment of this bench, encrypted before it leaves the bench. `too-large`: the label is not sent. */
  putLabel(at: { readonly world: World; readonly attemptId: string }, label: SharedLabel): Promise<Result<'put' | 'too-large', ClaimCode>>;
  /** Undefined if there is none, or none that the keys of this bench can decrypt. */
  getLabel(at: { readonly world: World; readonly attemptId: string }): Promise<Result<SharedLabel | undefined, LedgerCode>>;
  siteKey(): number;
  /** Deletes up to a thousand rows of each kind whose time is over. True if there may be more. */
  prune(): Promise<Result<boolean, LedgerCode>>;
  putOrders(at: { readonly world: World; readonly era: string }, orders: readonly OrderToShare[]): ReturnType<OrdersOfSite['put']>;
  putErasures(world: World, erasures: readonly ErasureToShare[]): ReturnType<ErasuresOfSite['put']>;
  readErasures(at: Pick<ErasureCursor, 'era' | 'seq'> & { readonly world: World }): ReturnType<ErasuresOfSite['read']>;
  readOrders(at: Pick<OrderCursor, 'era' | 'seq' | 'slot'> & { readonly world: World }): ReturnType<OrdersOfSite['read']>;
  readonly site: SiteCalls;
  /** Closes its connections. */
  close(): Promise<void>;
}
