import type { OrderKey } from '../../../../shared/order.ts';
import type { Reason } from '../../../../shared/reason.ts';
import type { ReportFilling } from '../../../../shared/report-template.ts';
import type { ShippedOtherwise } from '../../../../shared/shipped-otherwise.ts';
import type { ReportChannel, ReportKind } from '../../../../shared/write-back.ts';

/** The request for a shop's server: identical in every try, so that a server that knows the key recognizes a repeat. */
export interface KeptRequest {
  readonly key: string;
  readonly body: string;
  /** Values for the placeholders in the address of Setup; absent if the shop is a connected one. */
  readonly values?: ReportFilling | undefined;
}

/** A pending report to a shop about a booking, or about an order that was shipped without one. `place` is the name of its file, once that is decided. */
export interface ShopReport {
  readonly id: string;
  /** Empty for an order without a booking. */
  readonly bookingId: string;
  /** The further order of the shipment that it is about; empty if it is the first one. */
  readonly joinedKey: string;
  /** Null for a report about a booking. */
  readonly otherwise: ShippedOtherwise | null;
  readonly what: ReportKind;
  readonly channel: ReportChannel;
  readonly at: string;
  readonly tries: number;
  readonly dueAt: string;
  readonly place: string;
  readonly why: Reason | null;
  /** True if the shop may have accepted one of the HTTP tries whose answer never came. */
  readonly mayBeTaken: boolean;
  /** The request of its first try. */
  readonly request: KeptRequest | null;
}

/** Outbox of reports to shops. */
export interface OutboxJournal {
  /** Pending reports for this channel, oldest first; written in the commit of the event itself. */
  pendingReports(channel: ReportChannel): readonly ShopReport[];
  /** Failed reports, which a user has to check. */
  failedReports(): readonly ShopReport[];
  /** Orders of the reports about facts from `from` on that this channel delivered: one entry for each report. */
  reportsDone(channel: ReportChannel, from: string): readonly OrderKey[];
  /** True if a shop has the report about an order that was shipped without a label, or may have it; undefined if there is no report. */
  mayKnowOtherwise(key: OrderKey): boolean | undefined;
  /** `waiting → placing`: all of them go into this file. */
  placeReports(ids: readonly string[], place: string): void;
  /** Stores the request before the first HTTP try. */
  storeReportRequest(id: string, request: KeptRequest): void;
  /** Marks the reports as done, delivered or closed by a user; `how` stays in the history. */
  markReportsDone(ids: readonly string[], how: string): void;
  /** Records another failed try; the next one is due at `dueAt`. */
  postponeReport(id: string, dueAt: Date, why: Reason, mayBeTaken: boolean): void;
  /** `waiting → failed`, `placing → failed`: the next try uses another file. */
  markReportFailed(id: string, why: Reason): void;
  /** `failed → waiting`. A report in another file has all numbers known by then. */
  retryReports(ids: readonly string[]): void;
}
