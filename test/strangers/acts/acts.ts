import { resolveAll } from '../resolve.ts';
import { answerFaults, labelFaults, type ServiceFault } from '../service.ts';
import type { Doing } from './act.ts';
import { closeAndOpen, oldFolder, papers, revokedKey } from './desk.ts';
import { joins } from './joins.ts';
import { parts } from './parts.ts';
import { impossiblePickup, pickUpWith, secondDriver } from './pickups.ts';
import { jam, printerIs, swallow } from './printers.ts';
import { returns } from './returns.ts';
import { boughtTwice, changeService, foreignScan, leave, park, reprintOne, scanBack, scansWait, shipAgain, typedValue } from './scans.ts';
import { quoteWith, ship, shipToPoint, shipWith } from './shipping.ts';

const entries: readonly (readonly [string, Doing])[] = [
  ['ship', async (day, dice) => void (await ship(day, dice))],
  ['ship to a service point', (day, dice) => shipToPoint(day, dice)],
  ...Object.keys(answerFaults).map((fault) => [`ship: ${fault}`, shipWith(fault as ServiceFault)] as const),
  ...Object.keys(labelFaults).map((fault) => [`ship: ${fault}`, shipWith(fault as ServiceFault)] as const),
  ...(['busy', 'reset, not done', 'no answer, not done', 'refused', 'key revoked with HTTP 200'] as const).map(
    (fault) => [`quote: ${fault}`, quoteWith(fault)] as const,
  ),
  ...(['off', 'out of labels', 'head open', 'paused'] as const).map((trouble) => [`printer ${trouble}`, printerIs(trouble)] as const),
  ['jam', jam],
  ['swallow', swallow],
  ['foreign scan', foreignScan],
  ['scans wait', scansWait],
  ['bought twice', boughtTwice],
  ['put aside', park],
  ['leave', leave],
  ['reprint', reprintOne],
  ['ship again', shipAgain],
  ['scan back', scanBack],
  ['typed value', typedValue],
  ...Object.entries(joins),
  ...Object.entries(parts),
  ...Object.entries(returns),
  ['change service', changeService],
  ['pick up', pickUpWith()],
  ...(['no answer, done', 'no answer, not done', 'reset, done', 'gateway page, done', 'refused'] as const).map(
    (fault) => [`pickup: ${fault}`, pickUpWith(fault)] as const,
  ),
  ['second driver', secondDriver],
  ['impossible pickup', impossiblePickup],
  ['papers', papers()],
  ...(['reset, done', 'refused'] as const).map((fault) => [`papers: ${fault}`, papers(fault)] as const),
  ['close and open', closeAndOpen],
  ['old folder', oldFolder],
  ['revoked key', revokedKey],
  ['resolve', (day) => resolveAll(day)],
];

/** Every act that a day may contain, by name. */
export const acts: Readonly<Record<string, Doing>> = Object.fromEntries(entries);
export const actNames = Object.keys(acts) as [string, ...string[]];
