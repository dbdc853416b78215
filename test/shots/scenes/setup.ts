import { emptyAddress } from '../../../shared/address.ts';
import type { Frame } from '../../../shared/bench.ts';
import { orderKeySchema } from '../../../shared/order.ts';
import { failed, ok } from '../../../shared/result.ts';
import type { ScannerProfile } from '../../../shared/scanner-profile.ts';
import { sheetCodes } from '../../../shared/scanner-sheet.ts';
import { senderAt } from '../../../shared/sender.ts';
import { firstSettings } from '../../../shared/settings.ts';
import { scan } from '../../e2e/scan.ts';
import { fileToMap } from '../file-to-map.ts';
import { openTab } from '../open-tab.ts';
import { decidedForms, jurgen, orderRows } from '../orders-of-the-day.ts';
import { at } from '../people.ts';
import { senderProblems, wrongSender } from '../refused-orders.ts';
import { failure, frame, imported, type Scene, scene } from '../scene.ts';
import {
  driftSeen,
  joinCode,
  learned,
  receiving,
  receivingPlain,
  setup,
  triedRules,
  withRulePrinters,
  withRules,
  withSenders,
  withShop,
  withSources,
  withSpare,
  writingBack,
} from '../setups.ts';

const measuredScanner: ScannerProfile = {
  country: 'US',
  gapMs: 42,
  end: 'enter',
  prefix: '',
  hasAim: true,
  undoesCapsLock: false,
  measuredAt: at('09:12'),
};

/** Before anything was set up. */
const ofNewBench: Partial<Frame> = {
  world: null,
  benchName: 'Bench 1',
  packer: '',
  service: 'not-connected',
  labelPrinter: { kind: 'none' },
  documentPrinter: { kind: 'none' },
  monthCount: 0,
  monthLimit: null,
  toResolve: 0,
};

/** A bench that has just connected: each scene has one more answer. */
const ofFirstSteps = (
  act: Scene['act'],
  change: Partial<typeof setup> = {},
  answers: Scene['answers'] = {},
  at: Partial<Frame> = {},
): Parameters<typeof scene>[2] => ({
  large: true,
  frame: {
    liveProven: false,
    packer: '',
    labelPrinter: { kind: 'none' },
    documentPrinter: { kind: 'none' },
    monthLimit: null,
    toResolve: 0,
    ...at,
  },
  answers: {
    lastShipments: ok([]),
    orders: ok({ total: 0, timeZone: 'Europe/Amsterdam', rows: [] }),
    findPrinters: ok([officePrinter]),
    searchPrinters: ok([labelPrinter, narrowPrinter]),
    checkSender: ok({ asSent: setup.settings.senders[0]?.address ?? emptyAddress, problems: [] }),
    setup: ok({
      ...setup,
      recoveryMadeAt: null,
      firstSteps: { testLabel: false, commandSheet: false },
      ...change,
    }),
    ...answers,
  },
  act: async (page) => {
    await page.getByRole('button', { name: 'First steps', exact: true }).click();
    await page.locator('.question').waitFor();
    await act?.(page);
  },
});
const aboutLabels = { firmware: 'V93.21.05Z', dpi: 203, widthMm: 102, heightMm: 152 };
const labelPrinter = {
  address: 'tcp://10.0.4.30:9100',
  name: 'Zebra ZD421',
  status: { kind: 'ready' as const },
  about: { model: 'Zebra ZD421', ...aboutLabels },
};
const narrowPrinter = {
  address: 'tcp://10.0.4.31:9100',
  name: 'Zebra GK420t',
  status: { kind: 'not-ready' as const, reason: 'out-of-labels' as const },
  about: { model: 'Zebra GK420t', ...aboutLabels, widthMm: 62 },
};
const officePrinter = { address: 'queue:HP LaserJet M404', name: 'HP LaserJet M404', status: { kind: 'cannot-say' as const } };
const noPrinters = { ...setup.settings, printers: [] };
const firstStepScenes: readonly Scene[] = [
  scene(
    'first-steps-sender',
    'setup',
    ofFirstSteps(
      undefined,
      { settings: { ...noPrinters, senders: [] } },
      { checkSender: ok({ asSent: emptyAddress, problems: senderProblems }) },
    ),
  ),
  scene(
    'first-steps-printer',
    'setup',
    ofFirstSteps((page) => page.getByText('Zebra GK420t').waitFor(), { settings: noPrinters }),
  ),
  scene(
    'first-steps-orders',
    'setup',
    ofFirstSteps(undefined, { firstSteps: { testLabel: true, commandSheet: false } }, {}, { labelPrinter: { kind: 'ready' } }),
  ),
  scene(
    'first-steps-order',
    'setup',
    ofFirstSteps(
      undefined,
      { firstSteps: { testLabel: true, commandSheet: false } },
      {
        orders: ok({ total: imported.taken, timeZone: 'Europe/Amsterdam', rows: orderRows.slice(0, 6) }),
        lastImport: ok({
          report: { ...imported, held: 1, heldOrders: [{ key: orderKeySchema.parse('ORD-48240'), hold: 'unpaid' }] },
          failure: null,
        }),
      },
      { labelPrinter: { kind: 'ready' } },
    ),
  ),
];

export const setupScenes: readonly Scene[] = [
  scene('setup-home', 'setup', { large: true }),
  scene('setup-home-open', 'setup', {
    frame: { service: 'rejected' },
    answers: { setup: ok({ ...setup, backup: { ...setup.backup, problem: 'disk-full' } }) },
  }),
  scene('setup-home-found', 'setup', {
    act: (page) => page.getByRole('textbox', { name: 'Find a setting' }).fill('label'),
  }),
  scene('setup-sender-wrong', 'ship', {
    answers: {
      setup: ok({ ...setup, settings: { ...setup.settings, senders: [senderAt(wrongSender)] } }),
      checkSender: ok({ asSent: wrongSender, problems: senderProblems }),
    },
    workflow: { step: 'stopped', code: jurgen.key, order: jurgen, failure: failure('sender-incomplete'), problems: senderProblems },
    act: (page) => page.keyboard.press('F6'),
  }),
  scene('first-run', 'setup', {
    large: true,
    frame: ofNewBench,
    answers: {
      recover: ok(setup),
      setup: ok({
        settings: firstSettings,
        hasCredentials: { training: false, sandbox: false, live: false },
        hasLeadPin: false,
        asksSitePin: false,
        recoveryMadeAt: null,
        keyChange: null,
        computer: [],
        backup: { folder: '/var/lib/packbench/backups', lastAt: null, problem: null },
        retention: { lastAt: null, problem: null },
        witness: { folder: '/home/packer/.local/state/packbench/0c4fe41f8a2b', fails: false },
        hasLedger: false,
        isLeavingLedger: false,
        protection: { hasKeyStore: true, hasPassphrase: false },
        firstSteps: { testLabel: false, commandSheet: false },
        explanations: [],
        dictionaryProblems: [],
        lookUps: [],
        hasWriteBackToken: false,
        hasProxyLogin: false,
        writeBack: { waiting: 0, file: null, http: null },
        shops: [],
        push: { listener: { is: 'shut' }, address: '', hasToken: false },
        webhooks: { listener: { is: 'shut' }, address: '', lastAt: null },
      }),
    },
  }),
  scene('first-run-settings-lost', 'setup', {
    frame: ofNewBench,
    answers: {
      setup: ok({
        ...setup,
        settings: firstSettings,
        lost: { settingsKeptAs: '/home/packer/.config/Packbench/settings.json.damaged-1795424400000', notOpened: null },
      }),
    },
  }),
  scene('setup-senders', 'setup', {
    answers: { setup: ok(withSenders) },
    act: async (page) => {
      await openTab(page, 'Sender');
      await page.getByRole('option', { name: 'South' }).click();
    },
  }),
  scene('setup-rule-sends-as', 'setup', {
    answers: { setup: ok(withSenders), tryRules: ok(triedRules) },
    act: async (page) => {
      await openTab(page, 'Rules');
      await page.getByText('send as South').waitFor();
    },
  }),
  scene('setup-rules', 'setup', {
    answers: { setup: ok(withRules), tryRules: ok(triedRules) },
    act: async (page) => {
      await openTab(page, 'Rules');
      await page.getByText('If an SKU begins with BAT-').waitFor();
    },
  }),
  scene('setup-rules-printer', 'setup', {
    answers: { setup: ok(withRulePrinters), tryRules: ok(triedRules) },
    act: async (page) => {
      await openTab(page, 'Rules');
      await page.getByText('to the nearest service point, label on printer Cellar').click();
      await page.getByRole('button', { name: 'Cellar (not at this bench)' }).waitFor();
    },
  }),
  scene('setup-printers-named', 'setup', {
    answers: { setup: ok(withRulePrinters) },
    act: async (page) => {
      await openTab(page, 'Printers');
      await page.getByRole('button', { name: /Small labels/ }).click();
    },
  }),
  scene('setup-rules-tried', 'setup', {
    answers: { setup: ok(withRules), tryRules: ok(triedRules) },
    act: async (page) => {
      await openTab(page, 'Rules');
      await page.keyboard.press('F7');
      await page.getByText('of 212 orders').waitFor();
    },
  }),
  ...firstStepScenes,
  scene('setup-bench-recovery-code', 'setup', {
    answers: { setup: ok({ ...setup, hasLeadPin: false, asksSitePin: false }) },
    act: async (page) => {
      await openTab(page, 'Bench');
      await page.getByRole('button', { name: 'Make a recovery code' }).click();
      await page.getByText('K7QHT').waitFor();
    },
  }),
  scene('setup-bench-passphrase', 'setup', {
    answers: {
      setup: ok({ ...setup, computer: [{ code: 'no-key-ring' }], protection: { hasKeyStore: false, hasPassphrase: false } }),
    },
    act: (page) => openTab(page, 'Bench'),
  }),
  scene('setup-bench-witness-fails', 'setup', {
    frame: { witnessFails: true },
    answers: { setup: ok({ ...setup, witness: { ...setup.witness, fails: true } }) },
    act: (page) => openTab(page, 'Bench'),
  }),
  scene('setup-bench-computer', 'setup', {
    frame: { computer: true },
    answers: {
      setup: ok({
        ...setup,
        computer: [
          { code: 'other-user', user: 'BENCH-3\\late-shift', at: at('14:02') },
          { code: 'certificates-unreadable', why: 'X509 to PEM conversion' },
          { code: 'folder-open', folder: 'D:\\Packbench' },
        ],
      }),
    },
    act: (page) => openTab(page, 'Bench'),
  }),
  scene('setup-benches', 'setup', { act: (page) => openTab(page, 'Benches') }),
  scene('setup-scanner', 'setup', {
    frame: { scanner: measuredScanner },
    answers: { setup: ok({ ...setup, settings: { ...setup.settings, scanner: measuredScanner } }) },
    act: async (page) => {
      await openTab(page, 'Scanner');
      await scan(page, 'ORD-48213', { aim: ']C1', gapMs: 9 });
      await page.getByText('ORD-48213').waitFor();
    },
  }),
  scene('setup-scanner-measuring', 'setup', {
    act: async (page) => {
      await openTab(page, 'Scanner');
      await page.keyboard.press('F7');
      for (const code of [...sheetCodes.slice(0, 2), 'ORD-48213']) await scan(page, code, { country: 'DE', gapMs: 9 });
      await page.getByText('This scan was not used.').waitFor();
    },
  }),
  scene('setup-scanner-found', 'setup', {
    act: async (page) => {
      await openTab(page, 'Scanner');
      await page.keyboard.press('F7');
      for (const code of sheetCodes) await scan(page, code, { country: 'DE', gapMs: 9 });
      await page.getByText('All five codes were read').waitFor();
    },
  }),
  scene('setup-benches-waiting', 'setup', {
    frame: {
      ledger: {
        bench: 3,
        shut: 'ledger-frozen',
        waitsFor: [5, 7],
        unreported: 2,
        unreportedElsewhere: 0,
        answeredAt: at('16:10'),
        mirroredAt: at('16:10'),
      },
    },
    answers: { setup: ok({ ...setup, hasLedger: true }) },
    act: (page) => openTab(page, 'Benches'),
  }),
  scene('setup-benches-vouch', 'setup', {
    frame: {
      ledger: {
        bench: 3,
        shut: 'ledger-frozen',
        waitsFor: [5],
        unreported: 0,
        unreportedElsewhere: 0,
        answeredAt: at('16:10'),
        mirroredAt: at('16:10'),
      },
    },
    answers: { setup: ok({ ...setup, hasLedger: true }) },
    act: async (page) => {
      await openTab(page, 'Benches');
      await page.getByRole('button', { name: 'Bench 5' }).click();
      await page.getByRole('textbox', { name: 'Reason' }).fill('Its power supply burnt out on Friday');
    },
  }),
  scene('setup-boxes-moved', 'setup', {
    answers: {
      setup: ok({ ...setup, settings: { ...setup.settings, site: { version: 7, id: 'seventh', bench: 2 } } }),
      saveSettings: failed(
        failure('site-settings-moved', [
          { code: 'setting-elsewhere', bench: 2, name: 'boxes 1 name', theirs: 'Crate', yours: 'Chest' },
          { code: 'setting-elsewhere', bench: 2, name: 'boxes 1 emptyWeightGrams', theirs: '300', yours: '' },
        ]),
      ),
    },
    act: async (page) => {
      await openTab(page, 'Boxes');
      await page.getByRole('textbox', { name: 'Name' }).first().fill('Chest');
      await page.keyboard.press('F10');
    },
  }),
  scene('setup-benches-version', 'setup', {
    frame: {
      ledger: {
        bench: 3,
        shut: 'ledger-version',
        waitsFor: [],
        otherVersion: { code: 'ledger-version', bench: 1, ledger: 2 },
        unreported: 0,
        unreportedElsewhere: 0,
        answeredAt: at('16:11:58'),
        mirroredAt: at('16:11:58'),
      },
    },
    act: (page) => openTab(page, 'Benches'),
  }),
  scene('setup-benches-leave', 'setup', {
    frame: {
      ledger: {
        bench: 3,
        shut: null,
        waitsFor: [],
        unreported: 0,
        unreportedElsewhere: 0,
        answeredAt: at('16:11:58'),
        mirroredAt: at('16:11:58'),
      },
    },
    answers: { setup: ok({ ...setup, hasLedger: true }) },
    act: async (page) => {
      await openTab(page, 'Benches');
      await page.getByRole('button', { name: 'Bench 3, here' }).click();
    },
  }),
  scene('setup-benches-join', 'setup', {
    act: async (page) => {
      await openTab(page, 'Benches');
      await page.getByLabel('Code that another bench shows').fill(joinCode);
      await page.getByRole('button', { name: 'Show the site' }).click();
      await page.getByText('Join this site?').waitFor();
    },
  }),
  scene('setup-benches-code', 'setup', {
    frame: {
      ledger: {
        bench: 3,
        shut: null,
        waitsFor: [],
        unreported: 0,
        unreportedElsewhere: 0,
        answeredAt: at('16:11:58'),
        mirroredAt: at('16:11:58'),
      },
    },
    answers: { setup: ok({ ...setup, hasLedger: true, hasLeadPin: false, asksSitePin: false }) },
    act: async (page) => {
      await openTab(page, 'Benches');
      await page.getByRole('button', { name: 'Show a code' }).click();
      await page.getByRole('img', { name: 'Code for the new bench' }).waitFor();
      await page.getByRole('img', { name: 'Code for the new bench' }).scrollIntoViewIfNeeded();
    },
  }),
  scene('setup-bench-below', 'setup', {
    act: async (page) => {
      await openTab(page, 'Bench');
      await page.getByRole('button', { name: 'I restored this computer' }).focus();
    },
  }),
  scene('setup-bench-key', 'setup', {
    act: async (page) => {
      await openTab(page, 'Bench');
      await page.getByRole('heading', { name: 'Key of the data' }).scrollIntoViewIfNeeded();
      await page.getByRole('button', { name: 'Make a new key' }).scrollIntoViewIfNeeded();
    },
  }),
  scene('setup-bench-key-waits', 'setup', {
    answers: { setup: ok({ ...setup, keyChange: { left: 'backup-folder' } }) },
    act: async (page) => {
      await openTab(page, 'Bench');
      await page.getByText('The folder of the backups is not there').scrollIntoViewIfNeeded();
    },
  }),
  scene('first-run-bring-back', 'setup', {
    frame: ofNewBench,
    act: (page) => page.getByRole('button', { name: 'Bring back a bench from backups' }).click(),
  }),
  scene('setup-unsaved', 'setup', {
    act: async (page) => {
      await openTab(page, 'Sender');
      await page.getByLabel('City').fill('Vught');
      await openTab(page, 'Plan');
    },
  }),
  scene('setup-printers-standby', 'setup', {
    frame: { standbyPrinter: 'spare' },
    answers: { setup: ok({ ...setup, settings: { ...setup.settings, printers: withSpare } }) },
    act: async (page) => {
      await openTab(page, 'Printers');
      await page.getByRole('button', { name: /Zebra ZT230/ }).click();
    },
  }),
  scene('setup-order-files', 'setup', {
    frame: { ...frame, hotFolder: { is: 'watching', waiting: 1 } },
    answers: { setup: ok({ ...setup, settings: { ...setup.settings, mappings: [fileToMap.proposal], hotFolder: '/srv/orders' } }) },
    act: (page) => openTab(page, 'Order files'),
  }),
  scene('setup-order-files-skipped', 'setup', {
    frame: {
      ...frame,
      hotFolder: {
        is: 'watching',
        waiting: 2,
        skipped: [
          { name: 'orders-friday.csv', why: 'not-allowed' },
          { name: 'latest.csv', why: 'link' },
        ],
        inError: { name: 'export-2026-11-19.xlsx', reasons: [{ code: 'file-broke-reader' }] },
      },
    },
    answers: { setup: ok({ ...setup, settings: { ...setup.settings, hotFolder: '/srv/orders' } }) },
    act: (page) => openTab(page, 'Order files'),
  }),
  scene('setup-order-files-none', 'setup', { act: (page) => openTab(page, 'Order files') }),
  ...[
    { name: 'setup-papers', forms: decidedForms },
    { name: 'setup-papers-none', forms: [] },
  ].map(({ name, forms }) =>
    scene(name, 'setup', {
      answers: { setup: ok({ ...setup, settings: { ...setup.settings, forms } }) },
      act: (page) => openTab(page, 'Documents'),
    }),
  ),
  scene('setup-printers', 'setup', { large: true, act: (page) => openTab(page, 'Printers') }),
  ...[
    { name: 'setup-webhooks', answer: setup },
    { name: 'setup-webhooks-on', answer: receiving },
    { name: 'setup-webhooks-plain', answer: receivingPlain },
    {
      name: 'setup-webhooks-blocked',
      answer: { ...receiving, webhooks: { ...receiving.webhooks, listener: { is: 'blocked', why: 'port-in-use', port: 8740 } as const } },
    },
  ].map(({ name, answer }) => scene(name, 'setup', { answers: { setup: ok(answer) }, act: (page) => openTab(page, 'Webhooks') })),
  scene('setup-shop', 'setup', {
    answers: { setup: ok(withShop) },
    act: (page) => openTab(page, 'Web shop'),
  }),
  scene('setup-shop-empty', 'setup', {
    act: (page) => openTab(page, 'Web shop'),
  }),
  scene('setup-sources', 'setup', {
    answers: { setup: ok(withSources) },
    act: (page) => openTab(page, 'Order sources'),
  }),
  scene('setup-sources-post', 'setup', {
    answers: { setup: ok(withSources) },
    act: async (page) => {
      await openTab(page, 'Order sources');
      await page.getByLabel('Address', { exact: true }).fill('https://houtman.example/graphql/');
      const query =
        'query($n: String!) { order(number: $n) { number shippingAddress { firstName lastName city } lines { productName quantity } } }';
      await page.getByLabel('Body, if the shop is asked by POST').fill(JSON.stringify({ query, variables: { n: '{number}' } }, null, 1));
    },
  }),
  scene('setup-sources-products', 'setup', {
    answers: { setup: ok(withSources) },
    act: async (page) => {
      await openTab(page, 'Order sources');
      await page.getByRole('heading', { name: 'Product data' }).scrollIntoViewIfNeeded();
      await page.getByRole('button', { name: 'Choose a file' }).scrollIntoViewIfNeeded();
    },
  }),
  scene('setup-sources-database', 'setup', {
    answers: { setup: ok(withSources) },
    act: async (page) => {
      await openTab(page, 'Order sources');
      await page.getByRole('option', { name: 'Spare parts' }).click();
    },
  }),
  scene('setup-write-back', 'setup', {
    answers: { setup: ok(writingBack) },
    act: (page) => openTab(page, 'Back to the shop'),
  }),
  scene('setup-write-back-template', 'setup', {
    answers: { setup: ok(writingBack) },
    act: async (page) => {
      await openTab(page, 'Back to the shop');
      await page.getByLabel('Address of the shop').fill('https://houtman.example/api/orders/{order}/fulfilments');
      await page
        .getByLabel('Body, if the shop wants another one than that of Packbench')
        .fill('{"status": "{event}", "trackings": "{tracking_list}", "courier": "{courier}", "complete": "{complete}"}');
      await page.getByText('Sent for an example shipment').scrollIntoViewIfNeeded();
    },
  }),
  scene('setup-write-back-taken-out', 'setup', {
    answers: { setup: ok(writingBack) },
    act: async (page) => {
      await openTab(page, 'Back to the shop');
      await page.getByRole('button', { name: 'Remove what is kept' }).click();
    },
  }),
  ...[
    { name: 'setup-contract-live', world: 'live' as const, answer: { step: null, learned, drift: [] } },
    { name: 'setup-contract-never', world: 'sandbox' as const, answer: { step: null, learned: null, drift: [] } },
    { name: 'setup-contract-asking', world: 'sandbox' as const, answer: { step: 'service-id' as const, learned, drift: [] } },
    { name: 'setup-contract-learned', world: 'sandbox' as const, answer: { step: null, learned, drift: [] } },
    { name: 'setup-contract-drift', world: 'sandbox' as const, answer: { step: null, learned, drift: driftSeen } },
  ].map(({ name, world, answer }) =>
    scene(name, 'setup', {
      frame: { ...frame, world },
      answers: { contractReport: ok(answer) },
      act: async (page) => {
        await openTab(page, 'Account');
        await page.getByRole('button', { name: 'Service check' }).click();
        if (name.endsWith('drift')) await page.getByText('Also book in the sandbox').click();
      },
    }),
  ),
  scene('setup-webhooks-copied', 'setup', {
    answers: { setup: ok(receiving), copyWebhookAddress: ok({}) },
    act: async (page) => {
      await openTab(page, 'Webhooks');
      await page.getByRole('button', { name: 'Copy the address' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Copied').waitFor();
    },
  }),
  scene('setup-defaults-zone-refused', 'setup', {
    answers: { saveSettings: failed(failure('setting-invalid', [{ code: 'time-zone-unknown', name: 'Amsterdam' }])) },
    act: async (page) => {
      await openTab(page, 'Defaults');
      await page.getByLabel('Time zone of the warehouse').fill('Amsterdam');
      await page.keyboard.press('F10');
    },
  }),
  scene('setup-dictionary-unreadable', 'setup', {
    answers: {
      setup: ok({
        ...setup,
        explanations: [
          { message: 'Postal code 10623 is not served', cause: 'DPD does not go there on weekdays. Take DHL.', remedy: '' },
          { pattern: 'E-99\\d\\d', cause: 'Our contract with this courier has ended.', remedy: 'Choose another one and call Petra.' },
        ],
        dictionaryProblems: [{ pattern: 'E-99(' }],
      }),
    },
    act: (page) => openTab(page, 'Account'),
  }),
  scene('setup-account-rejected', 'setup', {
    answers: { connect: failed(failure('credentials-rejected', 'Invalid key or secret')) },
    act: async (page) => {
      await openTab(page, 'Account');
      await page.getByLabel('Key', { exact: true }).fill('PB-KEY');
      await page.getByLabel('Secret', { exact: true }).fill('wrong');
      await page.keyboard.press('F7');
    },
  }),
  scene('setup-account-address-refused', 'setup', {
    answers: { connect: failed(failure('url-not-allowed', 'http://api.example.com')) },
    act: async (page) => {
      await openTab(page, 'Account');
      await page.getByLabel('Key', { exact: true }).fill('PB-KEY');
      await page.getByLabel('Secret', { exact: true }).fill('secret');
      await page.keyboard.press('F7');
    },
  }),
  scene('setup-account-wrong-name', 'setup', {
    act: async (page) => {
      await openTab(page, 'Account');
      await page.getByLabel('Key', { exact: true }).fill('PB-KEY');
      await page.getByLabel('Secret', { exact: true }).fill('right');
      await page.getByLabel('Account, optional').fill('Zürich');
    },
  }),
  ...['Account', 'Sender', 'Boxes', 'Defaults', 'Plan', 'Bench', 'Command sheet'].map((name) =>
    scene(`setup-${name.toLowerCase().replace(' ', '-')}`, 'setup', {
      frame: { liveProven: false },
      act: (page) => openTab(page, name),
    }),
  ),
];
