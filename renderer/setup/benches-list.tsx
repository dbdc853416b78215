import { useEffect, useState } from 'react';
import type { BenchOfSite } from '../../shared/bench-of-site.ts';
import { type Answered, useIntent, useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { Table } from '../ui/table.tsx';
import { useWindowState } from '../window-state.ts';
import { PrinterBadge } from './printer-badge.tsx';

/** Polling interval in ms; a bench reports to the ledger every few seconds. */
const againEveryMs = 5_000;
/** A bench that is silent for longer, in ms, may be off. */
const silentFromMs = 60_000;

/** Every bench of the site, and the shift lead's actions on it. A change of `ledger`, the state of this bench, reloads the list. */
export function BenchesList({
  asksSitePin,
  hasOwnSettings,
  ledger,
  picked,
  onPick,
}: {
  asksSitePin: boolean;
  /** True if its settings are not those of the site. */
  hasOwnSettings: boolean;
  ledger: string;
  picked: number | null;
  onPick: (bench: number | null) => void;
}) {
  const { station } = useWindowState();
  const words = text.setup.benches;
  const list = useQuery(null, () => station.benches({}), [ledger]);
  const { reload } = list;
  useEffect(() => {
    const timer = setInterval(reload, againEveryMs);
    return () => clearInterval(timer);
  }, [reload]);
  const benches = list.value?.filter((each) => !each.isRetired || isInDoubt(each)) ?? [];
  const one = benches.find(({ bench }) => bench === picked);
  return (
    <>
      <FailureNote failure={list.failure} onRetry={reload} />
      {benches.length > 0 && (
        <section className="card card-flush">
          <Table
            label={words.listTitle}
            rows={benches}
            keyOf={({ bench }) => `${bench}`}
            isTall
            isPicked={({ bench }) => bench === picked}
            columns={[
              {
                name: words.columns.bench,
                cell: ({ bench, isHere, hasKey }) => (
                  <Button kind="quiet" className="printers-pick" onPress={() => onPick(bench === picked ? null : bench)}>
                    <span>
                      <b>{words.bench(bench, isHere)}</b>
                      {!hasKey && <span className="muted">{words.noKey}</span>}
                    </span>
                  </Button>
                ),
              },
              {
                name: words.columns.lastContact,
                cell: ({ silentMs, version, waitedIn, isRetired }) => (
                  <>
                    {isRetired ? (
                      <Badge state="look">{words.retired}</Badge>
                    ) : waitedIn.length > 0 || (silentMs ?? silentFromMs) >= silentFromMs ? (
                      <Badge state="look">{words.silent(silentMs)}</Badge>
                    ) : (
                      words.silent(silentMs)
                    )}
                    <span className="muted small printers-status">{words.version(version)}</span>
                  </>
                ),
              },
              {
                name: words.columns.printers,
                cell: ({ printers, silentMs }) =>
                  printers && silentMs !== null && silentMs < silentFromMs ? (
                    <span className="col benches-printers">
                      <PrinterBadge status={printers.label} />
                      {printers.document.kind !== 'none' && <PrinterBadge status={printers.document} />}
                    </span>
                  ) : (
                    <span className="muted">{words.printersUnknown}</span>
                  ),
              },
              { name: words.columns.open, cell: (each) => <LeftOpen of={each} /> },
            ]}
          />
        </section>
      )}
      {one && (
        <Decision
          key={one.bench}
          one={one}
          asksSitePin={asksSitePin}
          hasOwnSettings={hasOwnSettings}
          list={list}
          onDone={() => onPick(null)}
        />
      )}
    </>
  );
}

const isInDoubt = ({ sending, unknown }: BenchOfSite): boolean => sending + unknown > 0;
const isOff = ({ isRetired, silentMs }: BenchOfSite): boolean => isRetired || (silentMs ?? silentFromMs) >= silentFromMs;

function LeftOpen({ of: { unknown, sending, waitedIn } }: { of: BenchOfSite }) {
  const words = text.setup.benches;
  const open = [
    ...waitedIn.map((world) => words.waited(text.frame.worlds[world])),
    ...(sending > 0 ? [words.sending(sending)] : []),
    ...(unknown > 0 ? [words.unknown(unknown)] : []),
  ];
  return open.length === 0 ? <span className="muted">{words.nothingOpen}</span> : <span>{open.join(', ')}</span>;
}

/** Requires a reason, and the shift lead's PIN if one is set. */
function Decision({
  one,
  asksSitePin,
  hasOwnSettings,
  list: { reload },
  onDone,
}: {
  one: BenchOfSite;
  asksSitePin: boolean;
  hasOwnSettings: boolean;
  list: Answered<unknown>;
  onDone: () => void;
}) {
  const { bench, isHere, isRetired, waitedIn } = one;
  const { station } = useWindowState();
  const words = text.setup.benches;
  const { send, failure, isBusy } = useIntent();
  const [taken, setTaken] = useState('');
  const [reason, setReason] = useState('');
  const [pin, setPin] = useState('');
  const isWhole = reason.trim() !== '' && !(asksSitePin && pin === '') && !isBusy;
  const given = { bench, reason: reason.trim(), pin };
  const decide = async (asked: ReturnType<typeof station.retireBench>) => {
    const done = await send(asked);
    setPin('');
    if (!done) return;
    reload();
    onDone();
  };
  const canTake = !isHere && isOff(one) && isInDoubt(one);
  const take = async () => {
    const done = await send(station.takeDoubts(given));
    setPin('');
    if (!done) return;
    setTaken(words.taken(done.taken, done.left));
    reload();
  };
  const share = async () => {
    const shared = await send(station.shareSettings({ pin }));
    setPin('');
    if (shared) onDone();
  };
  const leave = async () => {
    const left = await send(station.leaveLedger({ reason: given.reason, pin }));
    setPin('');
    if (left) onDone();
  };
  return (
    <Card className="col" title={words.bench(bench, isHere)}>
      {isHere && <p className="muted">{words.hereHint}</p>}
      {isHere && hasOwnSettings && <p>{words.shareHint}</p>}
      {isHere && <p>{words.leaveHint}</p>}
      {canTake && <p>{words.takeHint}</p>}
      {!isHere && !isRetired && <p>{waitedIn.length > 0 ? words.vouchHint : words.noVouch}</p>}
      {!isHere && !isRetired && <p>{words.retireHint}</p>}
      {taken !== '' && <Note icon="done">{taken}</Note>}
      <FailureNote failure={failure} />
      <div className="setup-grid">
        <Field
          className="span-4"
          label={words.reason}
          placeholder={isHere ? words.leaveReasonHint : words.reasonHint}
          value={reason}
          onChange={setReason}
          hasFocus
        />
        {asksSitePin && <Field className="span-2" label={text.setup.bench.pinTitle} takes="secret" value={pin} onChange={setPin} />}
      </div>
      <div className="row connect-end">
        {canTake && (
          <Button isSmall means="save" commits isDisabled={!isWhole} onPress={() => void take()}>
            {words.take}
          </Button>
        )}
        {isHere && hasOwnSettings && (
          <Button isSmall means="save" commits isDisabled={isBusy || (asksSitePin && pin === '')} onPress={() => void share()}>
            {words.share}
          </Button>
        )}
        {isHere && (
          <HoldButton isSmall isDisabled={!isWhole} onHeld={() => void leave()}>
            {words.leave}
          </HoldButton>
        )}
        {!isHere && waitedIn.length > 0 && (
          <HoldButton isSmall isDisabled={!isWhole} onHeld={() => void decide(station.vouchFor(given))}>
            {words.vouch(bench)}
          </HoldButton>
        )}
        {!isHere && !isRetired && (
          <HoldButton isSmall hasKey={waitedIn.length === 0} isDisabled={!isWhole} onHeld={() => void decide(station.retireBench(given))}>
            {words.retire(bench)}
          </HoldButton>
        )}
      </div>
    </Card>
  );
}
