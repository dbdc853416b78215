import { errors, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyOf } from '../../shared/key-meanings.ts';
import { hostileScenes } from '../security/hostile-scene.ts';
import { payloads } from '../security/payloads.ts';
import type { Scene } from '../shots/scene.ts';
import { sceneOf, scenes } from '../shots/scenes.ts';
import { openStage, type Stage } from '../shots/stage.ts';
import { commit } from '../strangers/commit.ts';
import { watchdogMs } from '../watchdog.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Numbers that the list of evidence prints. */
    counted?: Readonly<Record<string, number>>;
  }
}

declare global {
  interface Window {
    ran: () => void;
    seen: string[];
  }
}

/** `HOSTILE_SCENES=1000 npm run test:security` shows every scene; `npm test` every fourth or so, others with each commit. */
const mostScenes = Number(process.env['HOSTILE_SCENES'] ?? 100);
const every = Math.ceil(scenes.length / mostScenes);
const shown = scenes.filter((_, at) => at % every === Number.parseInt(commit().slice(0, 6), 16) % every);

let stage: Stage;
let page: Page;
const requests: string[] = [];
const pageErrors: string[] = [];

/** Runs in the page before everything else: what a payload does is written down. */
function watch(): void {
  window.seen = [];
  window.ran = () => window.seen.push('ran');
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
    window.seen.push(`${violatedDirective} ${sample}`),
  );
}

beforeAll(async () => {
  stage = await openStage();
  page = await stage.openPage('usual', (what) => pageErrors.push(what));
  await page.addInitScript(watch);
  page.on('request', (request) => requests.push(request.url()));
});
afterAll(() => stage.close());

test('every payload is alive: in a page without locks it runs, or makes an element', async () => {
  const dead = await page.evaluate(async (texts) => {
    const lifeless: string[] = [];
    for (const text of texts) {
      const made = new DOMParser().parseFromString(`<body>${text}`, 'text/html');
      if (!made.querySelector('[x32]')) lifeless.push(text);
    }
    return lifeless;
  }, payloads);
  expect(dead).toEqual([]);
  expect(payloads.length).toBeGreaterThanOrEqual(60);
});

/** How long a step of an action may wait. One that waits for a text in which a payload was planted waits for nothing. */
const stepMs = 1000;

/** Carries out the action of a scene as far as it goes with these answers. Returns false if it ended early. */
async function act({ act: action }: Scene): Promise<boolean> {
  page.setDefaultTimeout(stepMs);
  try {
    await action?.(page);
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  } finally {
    page.setDefaultTimeout(watchdogMs);
  }
}

/** The payloads that became elements, or ran, since the last look; and the text of the page. */
async function look(): Promise<{ readonly found: readonly string[]; readonly text: string }> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const { elements, seen, text } = await page.evaluate(() => ({
    elements: [...document.querySelectorAll('[x32], [onerror], [onload], iframe, object, embed, base')].map((element) => element.outerHTML),
    seen: window.seen.splice(0),
    text: document.body.textContent,
  }));
  return { found: [...elements, ...seen], text };
}

test('no payload in any text of any scene runs or makes an element, also after its action', async ({ task }) => {
  const planted = hostileScenes(shown);
  const found: string[] = [];
  const withoutPayload: string[] = [];
  const [acted, endedEarly]: [string[], string[]] = [[], []];
  let seenAsText = 0;
  for (const [at, scene] of planted.scenes.entries()) {
    if (at === 0) await stage.show(page, scene);
    else await stage.renew(page, scene);
    if (scene.snapshot.frame.world !== null) await page.keyboard.press(keyOf(scene.screen));
    const opened = await look();
    if (scene.act) ((await act(scene)) ? acted : endedEarly).push(scene.name);
    const after = scene.act ? await look() : opened;
    found.push(...[...opened.found, ...(scene.act ? after.found : [])].map((what) => `${scene.name}: ${what.slice(0, 200)}`));
    const asText = payloads.filter((payload) => opened.text.includes(payload) || after.text.includes(payload)).length;
    if (asText === 0) withoutPayload.push(scene.name);
    seenAsText += asText;
  }
  task.meta.counted = {
    payloads: payloads.length,
    textsWithAll: planted.full,
    textsWithSome: planted.partly,
    scenes: planted.scenes.length,
    seenAsText,
    acted: acted.length,
    endedEarly: endedEarly.length,
    executions: found.length,
  };
  // A screen that broke would show no text at all.
  expect(pageErrors).toEqual([]);
  expect(withoutPayload).toEqual([]);
  expect(found).toEqual([]);
  expect(planted.scenes.map(({ name }) => name)).toEqual(shown.map(({ name }) => name));
  expect(shown.length).toBeGreaterThan(40);
  // How many end early depends on the scenes that were drawn: an action may wait for a text in which a payload stands.
  expect(acted.length).toBeGreaterThan(5);
  expect(requests.filter((url) => url.includes('evil.example'))).toEqual([]);
});

test('the page makes no HTML and no script from text, and starts only its own worker', async () => {
  await stage.show(page, sceneOf('ship-confirm-label'));
  // Drawn by the worker, which the policy lets start.
  await page.locator('img.paper').waitFor();
  const outcome = await page.evaluate(async () => {
    const tried: Record<string, () => unknown> = {
      innerHTML: () => (document.createElement('p').innerHTML = '<b>x</b>'),
      outerHTML: () => (document.body.appendChild(document.createElement('p')).outerHTML = '<b>x</b>'),
      insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
      'document.write': () => document.write('<b>x</b>'),
      DOMParser: () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
      Range: () => new Range().createContextualFragment('<b>x</b>'),
      srcdoc: () => (document.createElement('iframe').srcdoc = '<b>x</b>'),
      'script.src': () => (document.createElement('script').src = '/assets/x.js'),
      'script.text': () => (document.createElement('script').text = 'planted = true'),
      setAttribute: () => document.createElement('p').setAttribute('onclick', 'planted = true'),
      execCommand: () => document.execCommand('insertHTML', false, '<b>x</b>'),
      Worker: () => new Worker('/assets/other.js'),
      SharedWorker: () => new SharedWorker('/assets/other.js'),
      serviceWorker: () => navigator.serviceWorker?.register('/assets/other.js'),
      'a policy of its own': () => window.trustedTypes?.createPolicy('default', { createScriptURL: (text) => text }),
    };
    const outcomeOf = async (run: () => unknown): Promise<string> => {
      // A debugger's own evaluation may pass by the policy, but not what the page does later.
      await new Promise((later) => setTimeout(later));
      try {
        await run();
        return 'done';
      } catch {
        return 'refused';
      }
    };
    return Promise.all(Object.entries(tried).map(async ([name, run]) => [name, await outcomeOf(run)] as const));
  });
  expect(outcome.filter(([, is]) => is !== 'refused')).toEqual([]);
});
