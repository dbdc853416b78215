import { arch, cpus, freemem, homedir, hostname, release, totalmem, uptime, userInfo } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Settings, type Setup, settingsSchema } from '../../shared/settings.ts';
import type { SupportDesk } from '../calls/call-parts.ts';
import { type LogLine, lastLines } from './log.ts';
import type { Platform } from './platform.ts';
import type { PrinterStatuses } from './printer-watch.ts';
import { mask, type Names } from './self-check/mask.ts';

interface SupportParts {
  readonly platform: Platform;
  readonly settings: { readonly read: () => Settings };
  readonly statuses: PrinterStatuses;
  readonly setup: () => Setup;
  readonly note: (what: string) => void;
}

const mostLines = 1000;
const mostFailures = 50;

/** Makes the support bundle, and keeps the one that was shown: only that one is saved. */
export function createSupportDesk(parts: SupportParts): SupportDesk {
  let shown: string | undefined;
  return {
    show() {
      shown = bundleText(parts);
      return shown;
    },
    shown: () => shown,
    saved: () => parts.note('support-bundle-saved'),
  };
}

/**
 * The bundle as JSON, with one line for each line of the log. SECURITY: each value is chosen here. Of the settings only switches, numbers and
 * words of the program are taken.
 */
function bundleText({ platform, settings, statuses, setup }: SupportParts): string {
  const now = settings.read();
  const log = lastLines(join(platform.dataDir, 'log'), mostLines);
  const head = {
    packbenchSupportBundle: 1,
    madeAt: platform.now().toISOString(),
    versions: { packbench: platform.version, ...versions() },
    computer: {
      os: platform.os,
      release: release(),
      arch: arch(),
      processors: cpus().length,
      memoryMb: inMb(totalmem()),
      freeMemoryMb: inMb(freemem()),
      upHours: Math.round(uptime() / 3600),
    },
    printers: now.printers.map(({ address, dpi, widthMm, heightMm, route }, index) => ({
      printer: index + 1,
      way: address.slice(0, address.indexOf(':')),
      role: route.role,
      isStandby: route.isStandby,
      dpi,
      widthMm,
      heightMm,
      ...(now.printers.findIndex((each) => each.route.role === route.role) === index && { state: statuses.now[route.role] }),
    })),
    state: stateOf(setup()),
    settings: withoutTexts(now),
    timings: timingsOf(log),
    failures: log.filter(({ ref }) => ref !== undefined).slice(-mostFailures),
  };
  const lines = log.map((line) => JSON.stringify(line)).join(',\n  ');
  const text = `${JSON.stringify(head, null, 1).slice(0, -2)},\n "log": [\n  ${lines}\n ]\n}\n`;
  return mask(text, namesHere());
}

const inMb = (bytes: number): number => Math.round(bytes / 1_000_000);

function versions(): Record<string, string | undefined> {
  const { electron, chrome, node, sqlite, openssl } = process.versions as Readonly<Record<string, string | undefined>>;
  return { electron, chrome, node, sqlite, openssl };
}

/** The stack of a bug holds paths of this computer. JSON doubles the backslashes of Windows. */
function namesHere(): Names {
  const { username } = userInfo();
  return { home: JSON.stringify(homedir()).slice(1, -1), user: username, computer: hostname(), domain: process.env['USERDOMAIN'] ?? '' };
}

function stateOf(setup: Setup): object {
  const { backup, witness, computer, hasLedger, push, webhooks, writeBack, lost, recoveryMadeAt, hasLeadPin } = setup;
  return {
    backup: { lastAt: backup.lastAt, problem: backup.problem },
    rollbackGuardFails: witness.fails,
    computer: computer.map(({ code }) => code),
    hasLedger,
    orderPort: push.listener.is,
    webhookPort: webhooks.listener.is,
    reportsWaiting: writeBack.waiting,
    hasRecoveryCode: recoveryMadeAt !== null,
    hasLeadPin,
    environmentNotOpened: lost?.notOpened?.code ?? null,
  };
}

const schema = z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' });
const words = new Set(textsUnder(schema, ['enum', 'const']));
const fieldNames = new Set(fieldsUnder(schema));

/** Texts that the program itself defines: the choices of the settings. */
function textsUnder(node: unknown, keys: readonly string[]): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((each: unknown) => textsUnder(each, keys));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    keys.includes(key) ? [value].flat().filter((each): each is string => typeof each === 'string') : textsUnder(value, keys),
  );
}

function fieldsUnder(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(fieldsUnder);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => [
    ...(key === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : []),
    ...fieldsUnder(value),
  ]);
}

/** Keeps switches, numbers and the program's own words. A text of a person becomes `(text)`, and an empty one stays empty. */
export function withoutTexts(value: unknown): unknown {
  if (typeof value === 'string') return value === '' || words.has(value) ? value : '(text)';
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each], index) => [fieldNames.has(name) ? name : `(name ${index + 1})`, withoutTexts(each)]),
  );
}

/** How long the service took, by kind of request. */
function timingsOf(log: readonly LogLine[]): readonly object[] {
  const byAction = Map.groupBy(
    log.filter(({ event, ms }) => event === 'courier-post' && typeof ms === 'number'),
    ({ action }) => String(action),
  );
  return [...byAction].map(([action, lines]) => {
    const ms = lines.map((line) => Number(line['ms'])).sort((a, b) => a - b);
    return { action, count: ms.length, medianMs: ms[Math.floor(ms.length / 2)], longestMs: ms.at(-1) };
  });
}
