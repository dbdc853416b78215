import type { Attempt, Fact, Head } from '../../../shared/attempt.ts';
import type { BenchOfSite, PrintersOfBench } from '../../../shared/bench-of-site.ts';
import type { ClaimCode, LedgerCode } from '../../../shared/call-codes.ts';
import type { Cursors, HeardOrder, News, OrderCursor, OrderToTell, PutOrder, TakenAway, ToldLabel } from '../../../shared/elsewhere.ts';
import type { LedgerState } from '../../../shared/ledger-state.ts';
import type { Done, Result } from '../../../shared/result.ts';
import type { SiteSettings, SiteVersion } from '../../../shared/site-settings.ts';
import type { World } from '../../../shared/world.ts';

/** Its headers leave before both, or not at all: a computer sleeps, and its clock is set. */
export interface SendUntil {
  /** As `performance.now()` counts. */
  readonly elapsed: number;
  /** As `Date.now()` does. */
  readonly wall: number;
}

/** `before`: the id of the turn before this one; null where that is not known. `until`: what is bought in it leaves before that. */
export interface TakenTurn {
  readonly before: string | null;
  readonly until: SendUntil;
}

export type Leased = { readonly is: 'held'; readonly until: SendUntil } | { readonly is: 'elsewhere'; readonly bench: number };

/** Asked before anything is sent that is sent at most once. Never throws; never awaited within a commit of the journal. */
interface Grants {
  /** Holds all that it names for this attempt, or nothing. Safe to repeat for the same attempt. */
  claim(attempt: Attempt): Promise<Done<ClaimCode>>;
  /** From here on it may be sent: refused where it is not held any more, or where something else was seen. Safe to repeat. */
  send(attempt: Attempt): Promise<Result<SendUntil, ClaimCode>>;
}

/** Who may send what is sent at most once, as this bench asks it. */
export interface Ledger extends Grants {
  /** Whether other benches ask it too: then an attempt is on the disk before it is claimed, and its outcome is reported. */
  readonly isShared: boolean;
  /** Why it grants nothing now; `ok` where it may be asked. */
  mayAsk(): Done<LedgerCode>;
  /** What became of it is written down. Safe to repeat. */
  ended(id: string): void;
  /**
   * The turn of a key of the service among all benches that use it, under an id that was drawn for it. It runs out by itself. `stopped`:
   * nobody waits for it any more.
   */
  takeTurn(key: string, id: string, until: AbortSignal): Promise<Result<TakenTurn | 'stopped', LedgerCode>>;
  endTurn(id: string): void;
  /** Something that one bench of a site does for all: asked once, and again before `until` by whoever goes on with it. */
  lease(name: string, id: string): Promise<Result<Leased, LedgerCode>>;
  /** How it stands with the other benches; null where there are none. */
  state(): LedgerState | null;
  /** Reports what is not reported yet, and greets the ledger where that is due. Often called; never throws. */
  look(): Promise<void>;
  /** Takes what the other benches told since into the journal, unless money is asked for just now. Often called; never throws. */
  hear(): Promise<void>;
  /** The same with whatever was told before now; false where that takes longer than so long, or the ledger does not answer. */
  hearNow(withinMs: number): Promise<boolean>;
  /** The label of a shipment, as its bench told it to the others; undefined where there is none that can be opened here. */
  labelOf(attemptId: string): Promise<Result<ToldLabel | undefined, LedgerCode>>;
  /** The orders of all benches; null where this one shares none. */
  readonly orders: OrdersOfSite | null;
  /** Resolves once nothing of it uses the journal any more. */
  stop(): Promise<void>;
}

/** The orders that were brought in at any bench, as one bench tells and hears of them. Nothing of it is asked for while money is. */
export interface OrdersOfSite {
  mayAsk(): boolean;
  /** The number of the newest key of the site that this bench has; 0 where it has none, and can neither tell nor read anything. */
  siteKey(): number;
  /** In the order they were given. None where the ledger is in another era: what was told may be gone from it. */
  put(
    era: string,
    orders: readonly OrderToTell[],
  ): Promise<Result<{ readonly era: string; readonly answers: readonly PutOrder[] | undefined }, LedgerCode>>;
  /**
   * What stands behind this place, where that order was heard; some of it where it is much, and from the beginning in another era. None is
   * all.
   */
  hear(
    era: string,
    at: Pick<OrderCursor, 'seq' | 'slot'>,
  ): Promise<Result<{ readonly era: string; readonly orders: readonly HeardOrder[] }, LedgerCode>>;
}

/** A bench that has an older key of the site only, with the proof that it has that one. */
export interface LackingBench {
  readonly bench: number;
  readonly publicKey: Uint8Array;
  readonly proof: Uint8Array;
  readonly has: number;
}

/** What the benches of a site know of each other, beside what they buy. */
export interface SiteCalls {
  /** What this bench says of itself. `siteKey`: the newest it has, 0 for none; `given`: newer ones, packed for it. */
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
        readonly given: Uint8Array | undefined;
        readonly lacking: readonly LackingBench[];
      },
      LedgerCode
    >
  >;
  /** Of each number there is one key in a site. */
  makeSiteKey(number: number): Promise<Result<'made' | 'made-elsewhere', LedgerCode>>;
  giveKey(bench: number, number: number, packed: Uint8Array): Promise<Done<LedgerCode>>;
  /** Whoever shows a ticket of this hash is let in, once and for a short while. The one before is good for nothing any more. */
  invite(ticketHash: Uint8Array, packed: Uint8Array): Promise<Result<{ readonly withinMs: number }, LedgerCode>>;
  withdraw(): Promise<Done<LedgerCode>>;
  benches(): Promise<Result<readonly BenchOfSite[], LedgerCode>>;
  /** A lead's word that this bench, which is off, told all it sent in that world. */
  vouch(bench: number, world: World): Promise<Done<LedgerCode>>;
  /**
   * All that a bench which is off or retired left in doubt in a world is this one's to settle from here on. Safe to repeat. `left`: what
   * it sent not long ago. `on`: it is not off.
   */
  takeDoubts(
    bench: number,
    world: World,
  ): Promise<Result<{ readonly doubts: readonly Attempt[]; readonly left: number } | 'on', LedgerCode>>;
  /** The newest of what all benches have in common; undefined where nobody shared any. */
  siteSettings(knownId: string | null): Promise<Result<SiteVersion | undefined, LedgerCode>>;
  /** In the place of every earlier version. `moved`: another one came first. Safe to repeat. */
  shareSettings(next: {
    readonly version: number;
    readonly id: string;
    readonly settings: SiteSettings;
  }): Promise<Result<'shared' | 'moved' | 'no-key', LedgerCode>>;
  /** A bench that does not come back. */
  retire(bench: number): Promise<Done<LedgerCode>>;
}

/**
 * The ledger of many benches, as one bench reaches it. What a bench reports is its feed: the facts of one journal in their order. A grant
 * is a commit that the ledger itself acknowledged in time; whatever else came back is a refusal.
 */
export interface SharedLedger extends Grants {
  /**
   * Presents this run of the bench, the last fact of its feed, and the last one known to be taken. Before anything else, and after each
   * lost connection. `ledger`: which one this is; a copy of it says the same. `replay`: nothing is granted before every kept fact was reported once more and the bench agreed.
   * `journal-went-back`: the ledger knows more of the feed, or other facts: only a new feed goes on.
   */
  hello(at: {
    readonly feed: string;
    readonly world: World;
    readonly head: Head;
    readonly acknowledged: Head;
  }): Promise<Result<{ readonly bench: number; readonly ledger: string; readonly needs: 'nothing' | 'replay' }, LedgerCode>>;
  /**
   * What became of attempts, in order and without gaps; facts that were taken before are passed over. Never refused for what it says; a
   * gap, or another link, is `journal-went-back`.
   */
  report(feed: string, facts: readonly Fact[]): Promise<Result<{ readonly acknowledged: Head }, LedgerCode>>;
  /** All that the feed has was reported, after `replay`. `waitsFor`: the benches that have not said so yet. */
  agree(feed: string): Promise<Result<{ readonly isOpen: boolean; readonly waitsFor: readonly number[] }, LedgerCode>>;
  /**
   * What the ledger knows of an attempt of an earlier run, which the journal knows as an intent. `released`: it was never more than held,
   * and can never be sent any more. `may-be-sent`: it is unknown from now on.
   */
  giveUp(attempt: Attempt): Promise<Result<'released' | 'may-be-sent', LedgerCode>>;
  /** Which of these attempts of this bench another one settles now. */
  takenFrom(attemptIds: readonly string[]): Promise<Result<readonly TakenAway[], LedgerCode>>;
  /** A person's word on an attempt of another bench. */
  resolve(
    attemptId: string,
    as: { readonly is: 'booked'; readonly orderNo: string } | { readonly is: 'released' },
    by: { readonly who: string; readonly reason: string },
  ): Promise<Done<ClaimCode>>;
  /** The turn of a key, as soon as whoever has it ends it, or sleeps on it for too long. `stopped`: `until` came first. */
  takeTurn(
    of: { readonly world: World; readonly key: string; readonly id: string },
    until: AbortSignal,
  ): Promise<Result<TakenTurn | 'stopped', LedgerCode>>;
  endTurn(id: string): Promise<Done<LedgerCode>>;
  lease(of: { readonly world: World; readonly name: string; readonly id: string }): Promise<Result<Leased, LedgerCode>>;
  /** Whether this bench can seal what it tells of its shipments, so that the others can open it and nobody else. */
  canSeal(): boolean;
  /** What other feeds of a world told behind these cursors: in the order of each feed, some of it where it is much; none is all. */
  news(at: { readonly world: World; readonly feed: string; readonly cursors: Cursors }): Promise<Result<readonly News[], LedgerCode>>;
  /** The label of a shipment of this bench, sealed before it leaves it. `too-large`: none that is worth sending. */
  putLabel(at: { readonly world: World; readonly attemptId: string }, label: ToldLabel): Promise<Result<'put' | 'too-large', ClaimCode>>;
  /** Undefined where there is none, or none that can be opened with the keys that are here. */
  getLabel(at: { readonly world: World; readonly attemptId: string }): Promise<Result<ToldLabel | undefined, LedgerCode>>;
  siteKey(): number;
  putOrders(at: { readonly world: World; readonly era: string }, orders: readonly OrderToTell[]): ReturnType<OrdersOfSite['put']>;
  hearOrders(at: Pick<OrderCursor, 'era' | 'seq' | 'slot'> & { readonly world: World }): ReturnType<OrdersOfSite['hear']>;
  readonly site: SiteCalls;
  /** Ends its connections. */
  close(): Promise<void>;
}
