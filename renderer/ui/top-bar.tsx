import type { CSSProperties } from 'react';
import type { Frame } from '../../shared/bench.ts';
import { type PlanLevel, planLevel } from '../../shared/plan.ts';
import type { PrinterStatus } from '../../shared/printer.ts';
import { useFrame } from '../store.ts';
import { monthName, wholeNumber } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Icon, type IconName } from './icon.tsx';
import { useSeconds } from './seconds.tsx';

type Tone = 'done' | 'working' | 'look' | 'stop';

/** Who packs, in which world, and what the things this bench depends on say of themselves. */
export function TopBar() {
  const frame = useFrame();
  return (
    <header className="top" aria-label={text.frame.statusLabel}>
      <div className="who">
        <b>{frame.benchName}</b>
        <span>{frame.packer}</span>
      </div>
      <WorldTab frame={frame} />
      <div className="links">
        {frame.paused ? <Link icon="link" name={text.frame.service} says={text.frame.paused} tone="stop" /> : <ServiceLink frame={frame} />}
        {frame.world !== null && <BenchLinks frame={frame} />}
      </div>
    </header>
  );
}

/** Green only where the last answer was good and none is overdue. */
function ServiceLink({ frame }: { frame: Frame }) {
  const seconds = useSeconds(frame.overdueSince);
  return frame.overdueSince !== null && seconds !== null ? (
    <Link icon="look" name={text.frame.service} says={text.frame.noAnswerFor(text.frame.seconds(seconds))} tone="look" />
  ) : (
    <Link icon="link" name={text.frame.service} says={text.frame.services[frame.service]} tone={serviceTone[frame.service]} />
  );
}

/** What only a bench that ships has. */
function BenchLinks({ frame }: { frame: Frame }) {
  return (
    <>
      <Link icon="printer" name={text.frame.labelPrinter} says={printerWords(frame.labelPrinter)} tone={printerTone(frame.labelPrinter)} />
      <Link
        icon="document"
        name={text.frame.documentPrinter}
        says={printerWords(frame.documentPrinter)}
        tone={printerTone(frame.documentPrinter)}
      />
      {frame.journalTrouble && (
        <Link icon="stop" name={text.frame.journal} says={text.frame.journalTroubles[frame.journalTrouble]} tone="stop" />
      )}
      {frame.backupFails && !frame.journalTrouble && (
        <Link icon="document" name={text.frame.backup} says={text.frame.backupFails} tone="stop" />
      )}
      {frame.witnessFails && <Link icon="document" name={text.frame.witness} says={text.frame.witnessFails} tone="look" />}
      <Month name={frame.month} count={frame.monthCount} limit={frame.monthLimit} />
    </>
  );
}

function WorldTab({ frame }: { frame: Frame }) {
  if (frame.world === null) return null;
  if (frame.world === 'live' && !frame.liveProven) return <span className="world world-unproven">{text.frame.notProven}</span>;
  return (
    <span className={`world world-${frame.world}`}>
      {text.frame.worlds[frame.world]} {frame.world !== 'live' && <small>{text.frame.sample}</small>}
    </span>
  );
}

function Link({ icon, name, says, tone }: { icon: IconName; name: string; says: string; tone: Tone }) {
  return (
    <div className="link">
      <Icon name={icon} />
      <span>{name}</span>
      <b className={`${tone}-ink`}>{says}</b>
    </div>
  );
}

/** Shipments of this month; with a limit also how much of it is used. */
function Month({ name, count, limit }: { name: string; count: number; limit: number | null }) {
  const share = limit === null ? 0 : Math.min(1, count / limit);
  const style: CSSProperties = { width: `${share * 100}%` };
  return (
    <div className="link">
      <Icon name="calendar" />
      <span>
        {monthName(name)}
        <span className="link-more">{text.frame.onlyThisBench}</span>
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
