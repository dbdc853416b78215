import type { Browser } from 'playwright-core';
import { screens } from '../../renderer/screens.ts';

import type { Snapshot } from '../../shared/bench.ts';
import { type Command, commandCode, commandKeys } from '../../shared/command-keys.ts';
import type { FailureCode } from '../../shared/failure.ts';
import { type CallArgs, type CallName, contract } from '../../shared/ipc.ts';
import { keyMeanings, keyOf, type Meaning } from '../../shared/key-meanings.ts';
import type { Result } from '../../shared/result.ts';
import type { Dice } from '../crash/dice.ts';
import { pressByHand } from '../e2e/hand.ts';
import { pageWaits } from '../e2e/page-waits.ts';
import { scan } from '../e2e/scan.ts';
import { findLayoutFaults } from '../shots/layout.ts';
import { useFont, windowFonts } from '../shots/measure.ts';
import { openBrowser, servePage } from '../shots/stage.ts';
import { until, watchdogMs } from '../watchdog.ts';
import type { Finding } from './finding.ts';
import type { Ask } from './packer.ts';
import { installPageStation, packed, type Seen, unpacked } from './page-station.ts';
import type { BehindWindow, Drawing, StrangerWindow } from './screen.ts';
import { haste } from './station.ts';
import { drawWindow, type WindowNature } from './window-nature.ts';

/** The real page, and hands that do what the packer wants by its keys, its buttons and the scanner. */
export interface PageWindow extends StrangerWindow {
  readonly hands: Ask;
}

/** Time within which a key leads to its call, by the page's own clock. */
const handTakesMs = 3_000;
/** Slower than any scanner. */
const betweenKeysMs = 60;
const betweenLooksMs = 50;

let stage: Promise<{ readonly url: string; readonly browser: Browser }> | undefined;

/** Opens the built page in a real browser, one for all days of this process. */
const openStage = (): typeof stage & {} =>
  (stage ??= Promise.all([servePage(() => ''), openBrowser()]).then(([{ url }, browser]) => ({ url, browser })));

/** A call that the page made. */
interface Carried {
  readonly name: string;
  readonly answer: Promise<Result<unknown, FailureCode>>;
}

export async function openPageWindow(
  options: BehindWindow & { readonly nature: WindowNature; readonly dice: Dice; readonly found: (finding: Finding) => void },
): Promise<PageWindow> {
  const { nature, dice, found } = options;
  const { url, browser } = await openStage();
  const page = pressByHand(await browser.newPage({ locale: nature.locale, viewport: viewportOf(nature), reducedMotion: 'reduce' }));
  page.setDefaultTimeout(watchdogMs);
  const states = new Map<number, Snapshot>();
  const callListeners = new Set<(call: Carried) => void>();
  const checked = new Set<string>();
  let seq = 0;
  let pushed: Snapshot | undefined;
  let drawing: Drawing | undefined;
  let isElsewhere = false;
  let underWay = 0;
  let reprints = 0;
  let isClosed = false;

  const numbered = (snapshot: Snapshot): Snapshot => {
    if (snapshot !== pushed) {
      pushed = snapshot;
      seq += 1;
      states.set(seq, snapshot);
      states.delete(seq - 200);
    }
    return { ...snapshot, seq };
  };
  const carry = async (name: CallName, args: unknown): Promise<string> => {
    underWay += 1;
    if (name === 'reprint') reprints += 1;
    const answer = options.ask(name, args as never) as Promise<Result<unknown, FailureCode>>;
    for (const onCall of callListeners) onCall({ name, answer });
    const result = await answer.finally(() => {
      underWay -= 1;
    });
    return packed(name === 'snapshot' && result.ok ? { ...result, value: numbered(options.state()) } : result);
  };
  const take = (seen: Seen): void => {
    const of = states.get(seen.seq);
    if (of && !isElsewhere) drawing = { ...seen, of };
  };
  page.on('pageerror', ({ message }) => found({ counter: 'dead_ends', what: 'the page broke', detail: message }));
  await page.exposeFunction('strangerCall', (name: CallName, args: string) => carry(name, unpacked(args)));
  await page.exposeFunction('strangerSees', take);
  await page.addInitScript(installPageStation, {
    names: Object.keys(contract.calls),
    startAt: options.now().getTime(),
    realAt: Date.now(),
    haste,
  });

  async function load(): Promise<void> {
    drawing = undefined;
    pushed = undefined;
    await page.goto(`${url}index.html`);
    await page.locator('.stage').waitFor();
    await page.evaluate(useFont, windowFonts[nature.font]);
  }
  await load();

  function push(snapshot: Snapshot): void {
    if (snapshot === pushed || isClosed) return;
    // A page that is being closed or reloaded asks for the state by itself.
    void page.evaluate((state) => window.strangerPush(state), numbered(snapshot)).catch(() => undefined);
  }

  async function comesTrueInPage(isSo: () => boolean, ms: number): Promise<boolean> {
    for (let waited = 0; waited < ms && !isSo(); waited += betweenLooksMs) await pageWaits(page, betweenLooksMs);
    return isSo();
  }
  const lastWords = (): string => `${drawing?.words.slice(0, 300)} at ${JSON.stringify(options.state().bench.workflow).slice(0, 300)}`;

  async function isDrawn(): Promise<void> {
    push(options.state());
    await until('the window shows the state of the bench', () => drawing?.of === options.state(), lastWords);
    if (drawing?.topBar === '') found({ counter: 'dead_ends', what: 'the window shows no bench', detail: lastWords() });
    await isInView();
  }

  /** Checks once in each size that everything that acts on this step is in the window. */
  async function isInView(): Promise<void> {
    const at = `${options.state().bench.workflow.step} ${drawing?.signal} ${page.viewportSize()?.width}`;
    if (checked.has(at) || isElsewhere) return;
    checked.add(at);
    const outOfView = async (): Promise<string[]> =>
      (await page.evaluate(findLayoutFaults)).filter(({ kind }) => kind === 'out_of_view').map(({ what }) => what);
    const first = await outOfView();
    if (first.length === 0) return;
    await pageWaits(page, 200);
    const still = (await outOfView()).filter((what) => first.includes(what));
    if (still.length > 0)
      found({
        counter: 'dead_ends',
        what: 'something that acts is out of view',
        detail: `${at}, ${nature.width}×${nature.height} at ${nature.zoom}, ${nature.font}: ${still.join('; ')}`,
      });
  }

  // ---- Hands ---------------------------------------------------------------------------------------------------------

  const workflow = () => options.state().bench.workflow;
  /** Returns the button whose key has this meaning on the open screen, if it can be pressed now. */
  const buttonOf = (meaning: Meaning) => page.locator(`main button:not([disabled])[aria-keyshortcuts="${keyOf(meaning)}"]`).first();
  async function press(meaning: Meaning): Promise<boolean> {
    if (!(await buttonOf(meaning).isVisible())) return false;
    if (dice.whole(100) < nature.touches) await buttonOf(meaning).click();
    else await page.keyboard.press(keyOf(meaning));
    return true;
  }
  async function command(name: Command): Promise<boolean> {
    if (dice.whole(100) >= nature.sheet) return false;
    await scan(page, commandCode(name));
    return true;
  }
  const inOwnNumbers = (kind: string, answer: string): string =>
    kind === 'weight' && !nature.locale.startsWith('en') ? answer.replace('.', ',') : answer;

  /** Chooses the fourth reason, *Label lost*, if the window asks why a label is printed again. */
  async function giveReason(): Promise<boolean> {
    await comesTrueInPage(() => reprints > 0 && underWay === 0, handTakesMs);
    isElsewhere = true;
    await page.evaluate(() => window.strangerRead());
    const asked = reprints;
    if ((await page.locator('.reprint-choices').isVisible()) && (await press('4')))
      await comesTrueInPage(() => reprints > asked && underWay === 0, handTakesMs);
    isElsewhere = false;
    take(await page.evaluate(() => window.strangerRead()));
    return true;
  }

  /** Does by hand what each call asks for; false if the window does not offer it now. */
  const byHand: { readonly [N in CallName]?: (args: CallArgs<N>) => Promise<boolean> } = {
    async scan({ code }) {
      await scan(page, code);
      return true;
    },
    buy: async () => workflow().step === 'choosing' && ((await command('BUY')) || (await press('commit'))),
    park: async () => (await command('ASIDE')) || (await press('aside')),
    // At the tiles it closes the list of service points.
    next: async () => workflow().step !== 'choosing' && ((await command('NEXT')) || (await press('leave'))),
    async confirmLabel({ isRight }) {
      return workflow().step === 'confirm-label' && (await press(isRight ? 'save' : 'holdBack'));
    },
    async reprint({ bookingId }) {
      const now = workflow();
      const isInHand = (now.step === 'done' || now.step === 'already-shipped') && now.booking.id === bookingId;
      return isInHand && (await press('reprint')) && (await giveReason());
    },
    answerSameAddress: async ({ join }) => workflow().step === 'same-address' && (await press(join ? 'save' : '2')),
    nextBox: async () => (await command('BOX')) || (await press(commandKeys.BOX)),
    sendLater: async () => (await command('LATER')) || (await press(commandKeys.LATER)),
    async answerQuestion({ question, answer, isSure }) {
      if (isSure) return press('save');
      const now = workflow();
      if (now.step !== 'asking' || now.questions[0]?.kind !== question.kind) return false;
      if (question.kind === 'box') {
        const tile = page.locator('main .boxes .tile').filter({ has: page.locator('b', { hasText: new RegExp(`^${answer}$`) }) });
        if (dice.whole(100) < nature.touches) await tile.first().click();
        else await page.keyboard.press(answer.toLowerCase());
        return true;
      }
      if (['po-box', 'parcel-machine'].includes(question.kind)) return press('save');
      await page.keyboard.press('Control+A');
      await page.keyboard.type(inOwnNumbers(question.kind, answer), { delay: betweenKeysMs });
      // Keys held back as a possible scan are typed by now.
      await pageWaits(page, 2 * betweenKeysMs);
      if (dice.whole(100) < nature.touches) await buttonOf('accept').click();
      else await page.keyboard.press('Enter');
      return true;
    },
    async selectService({ serviceId }) {
      const now = workflow();
      if (now.step !== 'choosing' || now.points !== null || now.serviceId === serviceId) return false;
      // Three services are shown until `0` shows all, in the order of the quote.
      if (!options.state().frame.showsAllServices && (await press('all')))
        await comesTrueInPage(() => options.state().frame.showsAllServices === true, handTakesMs);
      await isDrawn();
      const at = now.quote.services.findIndex((each) => each.serviceId === serviceId);
      if (at < 0 || at > 8) return false;
      if (dice.whole(100) < nature.touches) await page.locator('main .tiles .tile').nth(at).click();
      else await page.keyboard.press(String(at + 1), { delay: betweenKeysMs });
      return true;
    },
    async toggleExtra({ extra }) {
      if (workflow().step !== 'choosing') return false;
      await page.keyboard.press(keyMeanings[extra].key.toLowerCase(), { delay: betweenKeysMs });
      return true;
    },
    async listServicePoints() {
      if (workflow().step !== 'choosing') return false;
      await page.keyboard.press(keyOf('point').toLowerCase(), { delay: betweenKeysMs });
      return true;
    },
    async chooseServicePoint({ keycode }) {
      const now = workflow();
      const at = now.step === 'choosing' ? (now.points ?? []).findIndex((point) => point.keycode === keycode) : -1;
      if (at < 0 || at > 8) return false;
      if (dice.whole(100) < nature.touches) await page.locator('main .points .tile').nth(at).click();
      else await page.keyboard.press(String(at + 1), { delay: betweenKeysMs });
      return true;
    },
    resumeBooking: () => press('save'),
  };

  /** An action of the hands may reach the program as the call itself, or as a scan of the command sheet. */
  let busy = Promise.resolve();
  const hands: Ask = async (name, args) => {
    const hand = byHand[name] as ((args: unknown) => Promise<boolean>) | undefined;
    if (!hand) return options.ask(name, args);
    const carried: Carried[] = [];
    const onCall = (call: Carried): void => {
      if (call.name === name || (call.name === 'scan' && nature.sheet > 0)) carried.push(call);
    };
    const acting = busy.then(async () => {
      await isDrawn();
      callListeners.add(onCall);
      const hasActed = await hand(args);
      if (hasActed) await comesTrueInPage(() => carried.length > 0, handTakesMs);
      return hasActed;
    });
    const isOver = acting.catch((error: unknown) => String(error)).finally(() => callListeners.delete(onCall));
    busy = isOver.then(() => undefined);
    const ended = await isOver;
    // A reprint is asked for again with its reason.
    const answered = name === 'reprint' ? carried.at(-1) : carried[0];
    if (answered) return (await answered.answer) as never;
    if (ended !== false && name !== 'scan')
      found({
        counter: 'dead_ends',
        what: 'what the window offers does nothing',
        detail: `${name} ${JSON.stringify(args).slice(0, 200)} at ${workflow().step}: ${ended} ${drawing?.words.slice(0, 900)}`,
      });
    return name === 'scan'
      ? ({ ok: false, failure: { code: 'not-now', ref: '', detail: 'nothing was scanned' } } as never)
      : options.ask(name, args);
  };

  return {
    hands,
    isDrawn,
    look(snapshot) {
      push(snapshot);
      return drawing ?? { signal: '', words: '', topBar: '', buttons: [], hasField: false, of: { ...snapshot } };
    },
    async open(screen) {
      isElsewhere = true;
      await page.keyboard.press(`F${screens.indexOf(screen) + 1}`);
      await page.evaluate(() => window.strangerRead());
      await until('the calls of the page are answered', () => underWay === 0, lastWords);
      const seen = await page.evaluate(() => window.strangerRead());
      await page.keyboard.press('F1');
      await page.evaluate(() => window.strangerRead());
      isElsewhere = false;
      take(await page.evaluate(() => window.strangerRead()));
      return { ...seen, of: states.get(seen.seq) ?? options.state() };
    },
    async reopen() {
      await load();
      await page.setViewportSize(viewportOf(drawWindow(dice)));
    },
    async close() {
      isClosed = true;
      await page.close();
    },
  };
}

const viewportOf = ({ width, height, zoom }: WindowNature) => ({ width: Math.floor(width / zoom), height: Math.floor(height / zoom) });
