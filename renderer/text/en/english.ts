import type { Reason } from '../../../shared/reason.ts';
import type { Sentences } from '../sentences.ts';
import { batch } from './batch.ts';
import { checkReasons } from './check-off.ts';
import { exchangeReasons } from './exchange-reasons.ts';
import { failures } from './failures.ts';
import { frame } from './frame.ts';
import { ledgerReasons } from './ledger-reasons.ts';
import { manual } from './manual.ts';
import { mapping } from './mapping.ts';
import { meanings } from './meanings.ts';
import { fileReasons, rowReasons } from './order-file-reasons.ts';
import { orders } from './orders.ts';
import { paperReasons } from './paper-reasons.ts';
import { people } from './people.ts';
import { pickup } from './pickup.ts';
import { pickupReasons } from './pickup-reasons.ts';
import { pieces } from './pieces.ts';
import { planReasons } from './plan-reasons.ts';
import { printReasons } from './print-reasons.ts';
import { privacy } from './privacy.ts';
import { remedies } from './remedies.ts';
import { reprint } from './reprint.ts';
import { resolve } from './resolve.ts';
import { returns } from './returns.ts';
import { ruleReasons } from './rule-reasons.ts';
import { rules } from './rules.ts';
import { scan, scanReasons } from './scan.ts';
import { settingReasons } from './setting-reasons.ts';
import { setup } from './setup.ts';
import { ship } from './ship.ts';
import { shipmentReasons } from './shipment-reasons.ts';
import { sourceReasons } from './source-reasons.ts';
import { timeline } from './timeline.ts';
import { track } from './track.ts';

/** All texts, one file per screen and per kind of reason. Sentences with values are functions, so that other languages can order them. */
export const english = {
  screens: {
    frame,
    failures,
    remedies,
    ship,
    returns,
    pieces,
    orders,
    batch,
    pickup,
    track,
    timeline,
    resolve,
    reprint,
    setup,
    rules,
    manual,
    mapping,
    people,
    privacy,
    scan,
  },
  /** Sentences for codes. */
  reasons: {
    ...shipmentReasons,
    ...pickupReasons,
    ...fileReasons,
    ...rowReasons,
    ...exchangeReasons,
    ...printReasons,
    ...paperReasons,
    ...settingReasons,
    ...ledgerReasons,
    ...ruleReasons,
    ...sourceReasons,
    ...planReasons,
    ...scanReasons,
    ...checkReasons,
  } satisfies Sentences<Reason> as Sentences<Reason>,
  /** Meanings of the service's errors. */
  meanings,
} as const;
