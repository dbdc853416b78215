import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { withoutTexts } from '../../electron/station/support-bundle.ts';
import { sampleOrdersCsv, trainingSender } from '../../electron/training/sample-orders.ts';
import { senderAt } from '../../shared/sender.ts';
import { firstSettings } from '../../shared/settings.ts';
import { receivingPlain, withRules, withSenders, withShop, withSources, writingBack } from '../shots/setups.ts';
import { startPlainStation } from './plain-station.ts';

/** Every cell of the sample orders but counts, weights, dates, prices, and words that are also words of the program. */
function cellsOfOrders(): readonly string[] {
  const rows: Record<string, string>[] = parse(sampleOrdersCsv, { columns: true });
  const cells = rows.flatMap((row) => Object.values(row)).map((cell) => cell.trim());
  return [...new Set(cells)].filter((cell) => /\p{L}/u.test(cell) && cell.length >= 5);
}

/** Replaces every text by a canary, except those that a schema of the settings defines. */
let hatched = 0;
function filled(value: unknown): unknown {
  if (typeof value === 'string') return `Canary${(hatched += 1)}`;
  if (Array.isArray(value)) return value.map(filled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each)]));
}

test('no text that a person may write in Setup is in the settings of the bundle', () => {
  const kept = [
    firstSettings,
    ...[withSources, withShop, writingBack, receivingPlain, withRules, withSenders].map(({ settings }) => settings),
  ];
  const shown = kept.map((settings) => JSON.stringify(withoutTexts(filled(settings)))).join('\n');
  expect(hatched).toBeGreaterThan(150);
  expect(shown).not.toContain('Canary');
  expect(JSON.stringify(withoutTexts({ Canary: { 'canary.example': 'ask' } }))).toBe('{"(name 1)":{"(name 1)":"ask"}}');
  expect(withoutTexts(firstSettings)).toMatchObject({ world: null, benchName: '(text)', packer: '', sounds: true, rule: 'ask' });
});

test('the bundle of a day with faults holds its facts, and neither people nor secrets', async () => {
  const saved: { name: string; text: string }[] = [];
  const sender = { ...trainingSender, name: 'CanarySender', street: 'Canarystreet', email: 'canary@sender.example' };
  const bench = await startPlainStation({
    world: 'sandbox',
    orders: sampleOrdersCsv,
    settings: {
      benchName: 'CanaryBench',
      packer: 'CanaryPacker',
      senders: [senderAt(sender)],
      defaults: { boxId: 'M', weightGrams: 800, contents: 'CanaryBowl', value: null },
      pickup: { readyTime: '16:00', closingTime: '17:30', instructions: 'CanaryInstructions' },
      pictureHosts: ['canary.pictures.example'],
      trustedHosts: ['canary-computer'],
    },
    platform: {
      saveFile: async (name, bytes) => {
        saved.push({ name, text: new TextDecoder().decode(bytes) });
        return name;
      },
    },
  });
  await bench.ship('ORD-1001');
  await bench.call('track', { number: 'CanaryNumber' }).catch(() => undefined);
  await bench.station.handlers.scan({ code: 'CanaryOrder' });
  bench.station.log('failed', { code: 'CanaryName Canary', state: 'Jürgen Canary' });

  expect(await bench.station.handlers.saveSupportBundle({})).toMatchObject({ ok: false, failure: { code: 'not-now' } });
  const { text } = await bench.call('supportBundle', {});
  expect(await bench.call('saveSupportBundle', {})).toEqual({ file: 'packbench-support.json' });
  expect(saved).toEqual([{ name: 'packbench-support.json', text }]);

  const bundle = JSON.parse(text);
  expect(bundle).toMatchObject({
    packbenchSupportBundle: 1,
    versions: { packbench: expect.any(String), node: process.versions.node },
    settings: { world: 'sandbox', benchName: '(text)', packer: '(text)' },
    printers: [{ printer: 1, way: 'tcp', role: 'label', dpi: 203, state: { kind: expect.any(String) } }],
  });
  expect(bundle.timings.map(({ action }: { action: string }) => action)).toContain('ship');
  expect(bundle.failures.length).toBeGreaterThan(0);
  expect(bundle.log.length).toBeGreaterThan(5);

  const address = bench.printer.url;
  const secrets = [
    ...cellsOfOrders(),
    'canary',
    bench.service.key,
    bench.service.secret,
    bench.service.url,
    address,
    bench.dir,
    'ORD-1001',
    '^XA',
    '%PDF',
  ];
  expect(secrets.length).toBeGreaterThan(50);
  expect(secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
});

test('the history names the person who saved a bundle', async () => {
  const lines: string[] = [];
  const bench = await startPlainStation({
    settings: { packer: 'Zoë' },
    platform: { saveFile: async (name) => name },
    journal: ({ record }) => ({
      record: (...[about, what, who]) => {
        lines.push(`${what} ${JSON.stringify(who)}`);
        return record(about, what, who);
      },
    }),
  });
  await bench.call('supportBundle', {});
  expect(lines.filter((line) => line.startsWith('support'))).toEqual([]);
  await bench.call('saveSupportBundle', {});
  expect(lines).toContain('support-bundle-saved "Zoë"');
});

test('a bundle that the person did not save leaves no line in the history', async () => {
  const lines: string[] = [];
  const bench = await startPlainStation({
    platform: { saveFile: async () => undefined },
    journal: ({ record }) => ({ record: (...line) => (lines.push(line[1]), record(...line)) }),
  });
  await bench.call('supportBundle', {});
  expect(await bench.call('saveSupportBundle', {})).toBeNull();
  expect(lines).not.toContain('support-bundle-saved');
});
