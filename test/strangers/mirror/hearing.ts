import { isDeepStrictEqual } from 'node:util';
import { createMirroring } from '../../../electron/bench/exchange/mirroring.ts';
import type { SharedLedger } from '../../../electron/bench/ports/ledger.ts';
import { createChangeCalls } from '../../../electron/ledger/change-calls.ts';
import { createEncryption } from '../../../electron/ledger/encryption.ts';
import { failed, ok } from '../../../shared/result.ts';
import { bareNumber, slotOf } from '../../../shared/scan.ts';
import { createDice } from '../../crash/dice.ts';
import { anOrder } from '../../journal/samples.ts';
import { journalAt } from '../../journal/temporary-journal.ts';
import { drawSite, siteKeys } from './tellers.ts';

/** Runs one bench that receives the changes of a random site, round by round. Compares its journal with what the senders meant. */
export async function receiveSite(seed: string, file: string): Promise<readonly string[]> {
  const dice = createDice(seed);
  const site = drawSite(dice);
  const findings: string[] = [];
  const complain = (what: string): void => void findings.push(`${seed}: ${what}`);
  const journal = journalAt(file, undefined, undefined, 'sandbox');
  const own = journal.draft(anOrder('ORD-1'), 'Ann');
  const before = JSON.stringify(journal.booking(own.id));
  const refused = failed({ code: 'ledger-unreachable', ref: '', detail: '' });
  const calls = createChangeCalls({
    call: async (_name, values) =>
      ok({ is: 'changes', facts: site.behind(JSON.parse(String(values[2])) as Parameters<typeof site.behind>[0], 30) }),
    refusalOf: ({ is }) => {
      complain(`an answer was refused: ${is}`);
      return refused;
    },
    claimRefusalOf: () => refused,
    away: () => undefined,
    encryption: createEncryption({ keys: () => siteKeys, bench: () => 1 }),
  });
  const mirroring = createMirroring(
    {
      journal,
      world: 'sandbox',
      log: (event, fields) => event === 'bug' && complain(`it broke while it received: ${JSON.stringify(fields).slice(0, 400)}`),
      fail: (code) => failed({ code, ref: '', detail: '' }) as never,
      now: () => new Date(),
      elapsed: () => performance.now(),
    },
    { ...calls, canEncrypt: () => false } as SharedLedger,
    {
      recorded: (answer) => answer,
      feedId: () => 'own',
      doubt: () => complain('the ledger was doubted'),
      mayAsk: () => true,
      isMoneyAsked: () => false,
    },
  );

  for (let round = 0; round < 4; round += 1) {
    site.sendMore();
    await mirroring.ofOthers.sync();
    const stands = Object.fromEntries(Object.entries(journal.mirrorCursors()).map(([feed, [seq]]) => [feed, seq]));
    if (!isDeepStrictEqual(stands, site.ends())) complain(`it stands at ${JSON.stringify(stands)} of ${JSON.stringify(site.ends())}`);
    judge();
  }
  if (JSON.stringify(journal.booking(own.id)) !== before) complain('what others reported changed a parcel of this bench');
  journal.close();
  return findings;

  function judge(): void {
    const booked = [...site.parcels].filter(([, { state }]) => state === 'booked');
    const slots = new Set(booked.flatMap(([, { orderKey, joined }]) => [orderKey, ...joined].map((key) => slotOf(key))));
    const orders = [...site.parcels.values()].flatMap(({ orderKey, joined, state }) =>
      [orderKey, ...joined].map((key) => ({ key, state })),
    );
    for (const { key: orderKey, state } of orders) {
      const known = journal.elsewhereAt(slotOf(orderKey));
      if (slots.has(slotOf(orderKey)) && !known) complain(`${orderKey.slice(0, 20)} is booked elsewhere, and nothing is known of it`);
      if (!slots.has(slotOf(orderKey)) && known) complain(`${orderKey.slice(0, 20)} is ${state} elsewhere, and is reported to be booked`);
    }
    for (const [id, { numbers, isReadable, bench }] of booked) {
      for (const number of numbers) {
        const known = journal.findElsewhere(number);
        if (known?.attemptId !== id || known.bench !== bench)
          complain(`${bareNumber(number)} leads to ${known?.attemptId} instead of ${id}`);
      }
      const shared = journal.sharedBooking(id);
      if (isReadable && !shared) complain(`what was reported of ${id} is not known`);
      if (shared && shared.bench !== bench) complain(`${id} is reported to be of bench ${shared.bench}`);
    }
    const listed = journal.bookedElsewhere({ search: '', offset: 0, limit: 500 });
    if (listed.total !== listed.rows.length) complain(`${listed.total} are counted and ${listed.rows.length} listed`);
    for (const search of ['x', '%', '_', "'", '北', 'N1', '"', '*', '\u0000']) journal.bookedElsewhere({ search, offset: 0, limit: 20 });
    for (const { attemptId } of journal.toCollectElsewhere())
      if (site.parcels.get(attemptId)?.state !== 'booked') complain(`${attemptId} waits for a driver and is not booked`);
    journal.pickupsElsewhere(50);
    journal.lastBookedElsewhere(50);
    journal.bookedBetween(new Date('2026-11-01T00:00:00Z'), new Date('2026-12-01T00:00:00Z'));
  }
}
