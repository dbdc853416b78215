import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sceneOf } from '../shots/scenes.ts';
import { openStage, type Stage } from '../shots/stage.ts';
import { words } from '../words.ts';
import { pageWaits } from './page-waits.ts';
import { scan as scanAt } from './scan.ts';

// The built window in a real browser, with a fake station: the calls to the station that each key and each scan cause.

const questions = new Set<string>([
  ...words('snapshot ping setup lastShipments drawSheet drawLabel labelPages orders ordersBy order batch toResolve'),
  ...words('lastImport checkOrder recognise'),
]);

let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
  page = await stage.openPage('usual', () => undefined);
});
afterAll(() => stage.close());

const show = (name: string): Promise<void> => stage.show(page, sceneOf(name));

/** Intents that the window sent so far, without the queries it makes only to draw itself. */
async function intents(): Promise<unknown[]> {
  // Longer than typed keys are held back, including late ones.
  await pageWaits(page, 400);
  const asked = await page.evaluate(() => window.fakeStation.asked.map(({ name, args }) => ({ name, args })));
  return asked.filter(({ name }) => !questions.has(name)).map(({ name, args }) => [name, args]);
}

const scan = (code: string): Promise<void> => scanAt(page, code);

test('buys by F12 and by the mouse, never by Enter or Space on the focused button', async () => {
  await show('ship-choosing');
  const buy = page.getByRole('button', { name: /^Buy/ });
  await buy.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  expect(await intents()).toEqual([]);
  await page.keyboard.press('F12');
  expect(await intents()).toEqual([['buy', { workflowNo: 7, serviceId: '20711' }]]);
  await buy.click();
  expect(await intents()).toHaveLength(2);
});

test('handles a scan as a scan while the buy button has the focus', async () => {
  await show('ship-choosing');
  await page.getByRole('button', { name: /^Buy/ }).focus();
  await scan('A B 12345');
  expect(await intents()).toEqual([['scan', { code: 'A B 12345' }]]);
});

test('shows why a scan was refused', async () => {
  await show('ship-ready');
  await scan('XPBXBUX');
  await page.getByRole('alert').getByText('That is not possible right now').waitFor();
});

test('handles the barcode of a box as the answer, and another barcode as an order', async () => {
  await show('ship-asking-box');
  await scan('ORD-48214');
  await expect.poll(intents).toEqual([['scan', { code: 'ORD-48214' }]]);
  await scan('M');
  await expect
    .poll(async () => (await intents()).at(-1))
    .toEqual(['answerQuestion', { workflowNo: 7, question: { kind: 'box', parcel: 0 }, answer: 'M' }]);
  await page.keyboard.press('3');
  await expect
    .poll(async () => (await intents()).at(-1))
    .toEqual(['answerQuestion', { workflowNo: 7, question: { kind: 'box', parcel: 0 }, answer: 'L' }]);
});

test('moves the selection with digits and switches extras with letter keys', async () => {
  await show('ship-choosing');
  for (const key of ['3', 'g', 'v']) await page.keyboard.press(key);
  expect(await intents()).toEqual([
    ['selectService', { workflowNo: 7, serviceId: '20713' }],
    ['toggleExtra', { workflowNo: 7, extra: 'co2' }],
    ['listServicePoints', { workflowNo: 7 }],
  ]);
});

test('buys nothing while the list of service points is open', async () => {
  await show('ship-choosing-points');
  await page.keyboard.press('F12');
  await page.keyboard.press('2');
  expect(await intents()).toEqual([['chooseServicePoint', { workflowNo: 7, keycode: 'DE-10625-4' }]]);
});

test('keeps the chosen service point when its list closes, and clears it for home delivery', async () => {
  await show('ship-choosing-point-chosen');
  await page.keyboard.press('Escape');
  expect(await intents()).toEqual([['chooseServicePoint', { workflowNo: 7, keycode: 'DE-10625-4' }]]);
  await page.keyboard.press('h');
  expect((await intents()).at(-1)).toEqual(['chooseServicePoint', { workflowNo: 7, keycode: null }]);
});

test('keeps any selected service in view', async () => {
  await show('ship-choosing-many-last');
  const list = await page.locator('.tiles').boundingBox();
  const tile = await page.locator('.tile[data-selected]').boundingBox();
  expect(tile && list && tile.y >= list.y && tile.y + tile.height <= list.y + list.height).toBe(true);
});

test('goes on from choosing to booking', async () => {
  await show('ship-choosing');
  await page.evaluate((snapshot) => window.fakeStation.push(snapshot), { ...sceneOf('ship-booking').snapshot, seq: 2 });
  await page.getByRole('heading', { name: /^WORKING/ }).waitFor();
});

test('shows that a label waits for its printer, and not that it was printed', async () => {
  await show('ship-printing-waits');
  await page.getByRole('heading', { name: 'LOOK The printer is out of labels.' }).waitFor();
  await page.getByText('Waits for the printer').waitFor();
  expect(await page.getByText('Printed').count()).toBe(0);
});

test('opens only Setup before an environment is chosen', async () => {
  await show('first-run');
  await page.keyboard.press('F1');
  await page.getByRole('button', { name: /Try it in training/ }).waitFor();
  expect(await page.getByRole('button', { name: /^Ship/ }).isDisabled()).toBe(true);
});

test('types a weight into the field, takes it with Enter, and keeps a scan out of it', async () => {
  await show('ship-asking-weight');
  const field = page.getByRole('textbox');
  await page.keyboard.type('2.35', { delay: 90 });
  await scan('ORD-48214');
  expect(await field.inputValue()).toBe('2.35');
  await page.keyboard.press('Enter');
  expect(await intents()).toEqual([
    ['scan', { code: 'ORD-48214' }],
    ['answerQuestion', { workflowNo: 7, question: { kind: 'weight', parcel: 0 }, answer: '2.35' }],
  ]);
});

test('settles a doubtful label by its function key, never by Enter', async () => {
  await show('ship-confirm-label');
  await page.getByRole('button', { name: /^It is right/ }).focus();
  await page.keyboard.press('Enter');
  expect(await intents()).toEqual([]);
  await page.keyboard.press('F10');
  expect(await intents()).toEqual([['confirmLabel', { bookingId: 'b-ORD-48198', isRight: true }]]);
});

test('shows a label that came as a picture, and turns its pages with N', async () => {
  await show('ship-confirm-label-count');
  /** The picture on the screen, once it is drawn and differs from `not`. */
  const drawn = async (not: string): Promise<string> => {
    const picture = await page.waitForFunction((before) => {
      const image = document.querySelector<HTMLImageElement>('img.paper');
      return image?.complete && image.naturalWidth > 0 && image.src !== before ? image.src : null;
    }, not);
    return (await picture.jsonValue()) ?? '';
  };
  const first = await drawn('');
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Page 2 of 2. Next' }).waitFor();
  const second = await drawn(first);
  await page.keyboard.press('n');
  expect(await drawn(second)).toBe(first);
  expect(await intents()).toEqual([]);
});

test('opens Resolve at the current parcel', async () => {
  await show('ship-done-unconfirmed');
  await page.keyboard.press('F5');
  await page
    .getByRole('button', { name: /^The printer did not confirm .*ORD-48213/ })
    .and(page.locator('[aria-current="true"]'))
    .waitFor();
});

test('shows which order waits beside a parcel that was shipped before; Escape opens it', async () => {
  await show('ship-already-shipped-next-waits');
  await page.getByText(/opens next|opens it next|it opens next/).waitFor();
  await page.keyboard.press('Escape');
  expect(await intents()).toEqual([['next', { workflowNo: 7 }]]);
});

test('shows that the copies of another computer were opened, and the next step', async () => {
  await show('first-run');
  await page.getByRole('button', { name: 'Bring back a bench from backups' }).click();
  await page.getByLabel('Folder of the backups').fill('/mnt/copies');
  await page.getByLabel('Recovery code').fill('K7QHT-2MZRD-XWB8N-4CJFP-9VESG');
  await page.keyboard.press('F10');
  await page.getByRole('heading', { name: 'DONE The backups are here. Connect the account to go on.' }).waitFor();
});

test('ships again only with a reason', async () => {
  await show('ship-already-shipped');
  await page.keyboard.press('Delete');
  expect(await intents()).toEqual([]);
  await page.getByText('The first parcel came back').click();
  await page.getByLabel('PIN of the shift lead').fill('1234');
  await page.keyboard.press('Delete');
  expect(await intents()).toEqual([['shipAgain', { workflowNo: 7, reason: 'The first parcel came back', pin: '1234' }]]);
});

test('handles a typed order key like a scanned one', async () => {
  await show('ship-ready');
  await page.keyboard.press('Enter');
  await page.keyboard.type('ORD-1', { delay: 80 });
  await page.keyboard.press('Enter');
  expect(await intents()).toEqual([['scan', { code: 'ORD-1' }]]);
});

test('brings the Ship screen back when a new parcel is in hand', async () => {
  await show('ship-looking-up');
  await page.keyboard.press('F2');
  await page.getByRole('heading', { name: /WORKING/ }).waitFor({ state: 'detached' });
  await page.evaluate(async () => {
    const answer = await window.station.snapshot({});
    if (!answer.ok) throw new Error('no snapshot');
    const { seq, bench } = answer.value;
    window.fakeStation.push({ ...answer.value, seq: seq + 1, bench: { ...bench, workflowNo: bench.workflowNo + 1 } });
  });
  await page.getByRole('heading', { name: /WORKING/ }).waitFor();
});

test('shows STOP and a way on when a screen breaks, never an empty window', async () => {
  await show('ship-done');
  await page.evaluate(async () => {
    const answer = await window.station.snapshot({});
    if (!answer.ok) throw new Error('no snapshot');
    const broken = { step: 'done', booking: null, failure: null } as never;
    window.fakeStation.push({
      ...answer.value,
      seq: answer.value.seq + 1,
      bench: { ...answer.value.bench, workflowNo: 8, workflow: broken },
    });
  });
  await page.getByRole('alert').getByText('This screen stopped working.').waitFor();
  await page.getByRole('button', { name: 'Reload the window' }).click();
  await page.getByText('DONE', { exact: true }).waitFor();
});

test('opens the wrong field of a stopped order, and one key leads back to the bench', async () => {
  await show('ship-stopped-problems');
  await page.keyboard.press('E');
  const day = page.getByLabel('Preferred day of collection');
  await expect.poll(() => day.evaluate((field) => field === document.activeElement)).toBe(true);
  await day.fill('2026-12-01');
  await page.keyboard.press('F10');
  const [saved, scanned] = await intents();
  expect(saved).toMatchObject(['saveOrder', { order: { key: 'ORD-48233', preferredDate: '2026-12-01', incoterms: 'DDP' } }]);
  expect(scanned).toEqual(['scan', { code: 'ORD-48233' }]);
});

/** Moves the focus with Tab only. */
async function tabTo(name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.textContent?.trim().startsWith(wanted), name)) return;
  }
  throw new Error(`Tab never came to ${name}`);
}

async function enterOn(control: Locator): Promise<void> {
  await control.focus();
  await page.keyboard.press('Enter');
}

/** Slower than any scanner. */
const type = (text: string): Promise<void> => page.keyboard.type(text, { delay: 130 });

test('filters the orders, holds one and sets its priority and day, with keys alone', async () => {
  await show('orders-plan');
  await page.keyboard.press('F2');
  // The search has the focus, and takes letters.
  await page.keyboard.press('Tab');
  await page.keyboard.press('F');
  await tabTo('Any');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'To ship', exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Filter and sort (1)' }).waitFor();
  await page.keyboard.press('Escape');
  await tabTo('ORD-48231');
  await page.keyboard.press('Enter');
  await page.keyboard.press('F9');
  await type('Call first');
  await page.keyboard.press('F9');
  await tabTo('ORD-48231');
  expect(await intents()).toEqual([['holdOrder', { key: 'ORD-48231', why: 'Call first' }]]);
});

test('prices, buys and pauses a batch and retries a stopped order, with keys alone', async () => {
  await show('orders-selected');
  await page.keyboard.press('F2');
  await page.getByRole('checkbox', { name: 'Select ORD-48231' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('F7');
  expect(await intents()).toEqual([['openBatch', { keys: ['ORD-48231'], search: '' }]]);
  await show('batch-ready');
  await page.keyboard.press('F2');
  await page.getByText('Ship 45').waitFor();
  await page.keyboard.press('Enter');
  expect(await intents()).toEqual([]);
  await page.keyboard.press('F12');
  expect(await intents()).toEqual([['runBatch', { orders: 45 }]]);
  await show('batch-running');
  await page.keyboard.press('F2');
  await tabTo('Ask again');
  await page.keyboard.press('Enter');
  await page.keyboard.press('P');
  expect((await intents()).map((intent) => (intent as unknown[])[0])).toEqual(['askBatchLine', 'pauseBatch']);
});

test('maps the columns of a file by keys alone', async () => {
  await show('orders-mapping');
  await page.keyboard.press('F2');
  await tabTo('Choose a file');
  await page.keyboard.press('Enter');
  await page.getByText('Map its columns').first().waitFor();
  await page.keyboard.press('M');
  await page.getByRole('textbox', { name: 'Name of this mapping' }).waitFor();
  await tabTo('firma');
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.keyboard.press('F10');
  const [name, asked] = (await intents()).at(-1) as [string, { mapping: { fields: Record<string, unknown> } }];
  expect(name).toBe('saveMapping');
  expect(Object.keys(asked.mapping.fields)).not.toContain('company');
  expect(asked.mapping.fields['order']).toMatchObject({ columns: ['auftragsnr.'] });
});

test('saves every rarely used field of a shipment in the editors of an order', async () => {
  await show('orders');
  await page.keyboard.press('F2');
  await page.getByRole('button', { name: 'New order' }).click();
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).last().fill(value);
  const choose = async (label: string, option: string) => {
    await enterOn(page.getByRole('button', { name: label }).last());
    await enterOn(page.getByRole('option', { name: option, exact: true }));
  };
  for (const card of ['More about this parcel', 'Customs documents']) await enterOn(page.getByRole('button', { name: card }));
  await fill('Order number, as on its bar code', 'ORD-1');
  await choose('Type', 'Pallet');
  await fill('Preferred day of collection', '2026-12-01');
  for (const fact of ['Can be stacked', 'Contains batteries', 'Return label', 'Own customs invoice']) await choose(fact, 'Yes');
  await fill('Delivery instructions', 'Ring twice');
  await choose('Who pays duties', 'Sender (DDP)');
  await fill('EORI number', 'DE1');
  await fill('Transport costs', '12.5');
  await fill('Insurance costs', '3');
  await fill('Other costs', '0.75');
  await fill('Export declaration, word for word', 'Preferential origin');
  await enterOn(page.getByRole('button', { name: 'Add a product' }));
  for (const [label, value] of [
    ['Code', 'BOWL'],
    ['Description', 'Bowl'],
    ['Pieces', '2'],
    ['Origin', 'pt'],
    ['Each, kg', '0,35'],
    ['Each, EUR', '60.25'],
    ['HS code', '691200'],
  ] as const)
    await fill(label, value);
  await enterOn(page.getByRole('button', { name: 'Add a third party' }));
  await choose('Role', 'Importer');
  await fill('Company', 'Doe Imports');
  await page.keyboard.press('F10');
  const eur = (minor: number) => ({ minor, currency: 'EUR' });
  const [saved] = (await intents()) as [string, { order: object }][];
  expect(saved?.[1].order).toMatchObject({
    key: 'ORD-1',
    consignmentType: 'Pallet',
    preferredDate: '2026-12-01',
    stackable: true,
    hasBatteries: true,
    returnLabel: true,
    ownCustomsInvoice: true,
    deliveryInstructions: 'Ring twice',
    incoterms: 'DDP',
    recipient: { eori: 'DE1' },
    customsCosts: { transport: eur(1250), insurance: eur(300), other: eur(75), exportDeclaration: 'Preferential origin' },
    parcels: [
      {
        products: [
          { code: 'BOWL', description: 'Bowl', quantity: 2, originCountry: 'PT', weightGrams: 350, value: eur(6025), hsCode: '691200' },
        ],
      },
    ],
    thirdParties: [{ type: 'Importer', address: { company: 'Doe Imports' } }],
  });
});
