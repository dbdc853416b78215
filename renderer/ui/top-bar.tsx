import type { CSSProperties } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { Frame } from '../../shared/bench.ts';
import { type PlanLevel, planLevel } from '../../shared/plan.ts';
import type { PrinterStatus } from '../../shared/printer.ts';
import { monthName, wholeNumber } from '../text/format.ts';
import { text } from '../text/text.ts';
import { useFrame, useIsCheckingFirst, useWindowState } from '../window-state.ts';
import { Icon, type IconName } from './icon.tsx';
import { useSeconds } from './seconds.tsx';

type Tone = 'done' | 'working' | 'look' | 'stop';

/** The packer, the environment, and the status of the systems this bench depends on. */
export function TopBar() {
  const benchName = useFrame((frame) => frame.benchName);
  const packer = useFrame((frame) => frame.packer);
  const signIn = useFrame((frame) => frame.signIn ?? null);
  const hasWorld = useFrame(({ world }) => world !== null);
  return (
    <header className="top" aria-label={text.frame.statusLabel}>
      <div className="who">
        <b>{benchName}</b>
        {signIn === null ? <span>{packer}</span> : <SignedIn name={signIn.person?.name ?? null} />}
      </div>
      <WorldTab />
      <div className="links">
        <ServiceLink />
        {hasWorld && <BenchLinks />}
      </div>
    </header>
  );
}

/** The person at the bench, and the way out. */
function SignedIn({ name }: { name: string | null }) {
  const { station } = useWindowState();
  if (name === null) return <span>{text.people.signedOut}</span>;
  return (
    <AriaButton className="who-out" onPress={() => void station.signOut({})}>
      <span translate="no">{name}</span> <small>{text.people.signOut}</small>
    </AriaButton>
  );
}

/** Green only if the last answer was good and none is overdue. */
function ServiceLink() {
  const isPaused = useFrame(({ paused }) => paused !== null);
  const overdueSince = useFrame((frame) => frame.overdueSince);
  const service = useFrame((frame) => frame.service);
  const seconds = useSeconds(overdueSince);
  if (isPaused) return <Link icon="link" name={text.frame.service} status={text.frame.paused} tone="stop" />;
  return overdueSince !== null && seconds !== null ? (
    <Link icon="look" name={text.frame.service} status={text.frame.noAnswerFor(text.frame.seconds(seconds))} tone="look" />
  ) : (
    <Link icon="link" name={text.frame.service} status={text.frame.services[service]} tone={serviceTone[service]} />
  );
}

/** Links that only a shipping bench has. */
function BenchLinks() {
  const labelPrinter = useFrame((frame) => frame.labelPrinter);
  const documentPrinter = useFrame((frame) => frame.documentPrinter);
  const journalTrouble = useFrame((frame) => frame.journalTrouble);
  const backupFails = useFrame((frame) => frame.backupFails);
  const witnessFails = useFrame((frame) => frame.witnessFails);
  const computer = useFrame((frame) => frame.computer);
  const shop = useFrame((frame) => frame.shop);
  const batchPause = useFrame((frame) => frame.batchPause);
  const silentLookUp = useFrame((frame) => frame.silentLookUp);
  return (
    <>
      <Link icon="printer" name={text.frame.labelPrinter} status={printerWords(labelPrinter)} tone={printerTone(labelPrinter)} />
      <Link icon="document" name={text.frame.documentPrinter} status={printerWords(documentPrinter)} tone={printerTone(documentPrinter)} />
      {journalTrouble && <Link icon="stop" name={text.frame.journal} status={text.frame.journalTroubles[journalTrouble]} tone="stop" />}
      {backupFails && !journalTrouble && <Link icon="document" name={text.frame.backup} status={text.frame.backupFails} tone="stop" />}
      {witnessFails && <Link icon="document" name={text.frame.witness} status={text.frame.witnessFails} tone="look" />}
      {computer && <Link icon="look" name={text.frame.computer} status={text.frame.computerLook} tone="look" />}
      {shop && (
        <Link
          icon="link"
          name={(shop === 'not-answering' && silentLookUp) || text.frame.shop}
          status={text.frame.shopTroubles[shop]}
          tone="look"
        />
      )}
      {batchPause && <Link icon="list" name={text.batch.title} status={text.batch.pausedOnOrders} tone="look" />}
      <LedgerLink />
      <Month />
    </>
  );
}

/** Only if this bench shares its orders with others. */
function LedgerLink() {
  const ledger = useFrame((frame) => frame.ledger);
  if (!ledger) return null;
  const { bench, shut, waitsFor, unreported } = ledger;
  const name = text.frame.ledger(bench);
  if (shut) return <Link icon="stop" name={name} status={text.frame.ledgerShut(shut, waitsFor)} tone="stop" />;
  return <Link icon="link" name={name} status={text.frame.ledgerOpen(unreported)} tone={unreported > 0 ? 'working' : 'done'} />;
}

function WorldTab() {
  const world = useFrame((frame) => frame.world);
  const liveProven = useFrame((frame) => frame.liveProven);
  if (useIsCheckingFirst()) return <span className="world world-checking">{text.frame.checkingFirst}</span>;
  if (world === null) return null;
  if (world === 'live' && !liveProven) return <span className="world world-unproven">{text.frame.notProven}</span>;
  return (
    <span className={`world world-${world}`}>
      {text.frame.worlds[world]} {world !== 'live' && <small>{text.frame.sample}</small>}
    </span>
  );
}

function Link({ icon, name, status, tone }: { icon: IconName; name: string; status: string; tone: Tone }) {
  return (
    <div className="link">
      <Icon name={icon} />
      <span>{name}</span>
      <b className={`${tone}-ink`}>{status}</b>
    </div>
  );
}

/** Number of shipments this month; with a limit also the used share. */
function Month() {
  const name = useFrame(({ month }) => month);
  const count = useFrame(({ monthCount }) => monthCount);
  const limit = useFrame(({ monthLimit }) => monthLimit);
  const isShared = useFrame(({ ledger }) => ledger !== null);
  const share = limit === null ? 0 : Math.min(1, count / limit);
  const style: CSSProperties = { width: `${share * 100}%` };
  return (
    <div className="link">
      <Icon name="calendar" />
      <span>
        {monthName(name)}
        <span className="link-more">{isShared ? text.frame.allBenches : text.frame.onlyThisBench}</span>
      </span>
      <b className={planInk[planLevel(count, limit)]}>
        {limit === null ? wholeNumber(count) : text.frame.monthShare(wholeNumber(count), wholeNumber(limit))}
        {limit !== null && (
          <span className="meter">
            <i style={style} />
          </span>
        )}
      </b>
    </div>
  );
}

const planInk: Record<PlanLevel, string> = { within: '', near: 'look-ink', reached: 'stop-ink' };

const serviceTone: Record<Frame['service'], Tone> = {
  linked: 'done',
  unreachable: 'stop',
  rejected: 'stop',
  'not-connected': 'look',
  'not-tried': 'working',
};

const printerWords = (status: PrinterStatus): string =>
  status.kind === 'not-ready' ? text.frame.printerReasons[status.reason] : text.frame.printers[status.kind];

function printerTone(status: PrinterStatus): Tone {
  switch (status.kind) {
    case 'ready':
    case 'keeps-files':
      return 'done';
    case 'printing':
    case 'cannot-say':
      return 'working';
    case 'none':
      return 'look';
    case 'not-ready':
      return 'stop';
  }
}
