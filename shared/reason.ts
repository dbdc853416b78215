import { z } from 'zod';
import { type CheckReason, checkReasonSchema } from './check-off.ts';
import { type ExchangeReason, exchangeReasonSchema } from './exchange-reason.ts';
import { type LedgerReason, ledgerReasonSchema } from './ledger-reason.ts';
import { type FileReason, fileReasonSchema, type RowReason, rowReasonSchema } from './order-file-reason.ts';
import { type PaperReason, paperReasonSchema } from './paper-reason.ts';
import { type PickupReason, pickupReasonSchema } from './pickup-reason.ts';
import { type PlanReason, planReasonSchema } from './plan-reason.ts';
import { type PrintReason, printReasonSchema } from './print-reason.ts';
import { type RuleReason, ruleReasonSchema } from './rule-reason.ts';
import { type ScanReason, scanReasonSchema } from './scan-reason.ts';
import { type SettingReason, settingReasonSchema } from './setting-reason.ts';
import { type ShipmentReason, shipmentReasonSchema } from './shipment-reason.ts';
import { type SourceReason, sourceReasonSchema } from './source-reason.ts';

/** Causes of a failure that this program found itself: codes with their values. The sentences are in `renderer/text/`. */
export type Reason =
  | ShipmentReason
  | PickupReason
  | FileReason
  | RowReason
  | ExchangeReason
  | PrintReason
  | PaperReason
  | SettingReason
  | LedgerReason
  | RuleReason
  | SourceReason
  | PlanReason
  | ScanReason
  | CheckReason;
export const reasonSchema: z.ZodType<Reason> = z.discriminatedUnion('code', [
  shipmentReasonSchema,
  pickupReasonSchema,
  fileReasonSchema,
  rowReasonSchema,
  exchangeReasonSchema,
  printReasonSchema,
  paperReasonSchema,
  settingReasonSchema,
  ledgerReasonSchema,
  ruleReasonSchema,
  sourceReasonSchema,
  planReasonSchema,
  scanReasonSchema,
  checkReasonSchema,
]);
