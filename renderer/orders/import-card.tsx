import type { Failure } from '../../shared/failure.ts';
import type { FileEncoding } from '../../shared/file-letters.ts';
import type { ImportReport, ResolveItem } from '../../shared/ipc.ts';
import { useIntent } from '../query.ts';
import { rowReasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card, Empty } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { HotFolderState } from '../ui/hot-folder-state.tsx';
import { useSeconds } from '../ui/seconds.tsx';
import { useFrame, useWindowState } from '../window-state.ts';

export type UnreadableRow = Extract<ResolveItem, { kind: 'row-unreadable' }>;

interface ImportCardProps {
  /** Report of the last file. */
  readonly report: ImportReport | null;
  readonly unreadable: readonly UnreadableRow[];
  /** Failure of the last request; older results are not shown with it. */
  readonly failure: Failure | null;
  readonly listFailure: Failure | null;
  /** Opens the mapping for the file that failed; null if that would not help. */
  readonly onMap: (() => void) | null;
  /** Orders that the proposed mapping reads from that file; 0 if it is a failure. */
  readonly newOrders: number;
  readonly onEncoding: (encoding: FileEncoding) => void;
  readonly onRetry: () => void;
  readonly onCorrect: (row: UnreadableRow) => void;
}

/** Result of the last file, unreadable rows that wait for a person, and the drop area for files. */
export function ImportCard({
  report,
  unreadable,
  failure,
  listFailure,
  onMap,
  newOrders,
  onEncoding,
  onRetry,
  onCorrect,
}: ImportCardProps) {
  const words = text.orders;
  const importing = useFrame((frame) => frame.importing);
  const hotFolder = useFrame((frame) => frame.hotFolder);
  return (
    <Card isFlush className="col orders-import" title={unreadable.length > 0 ? words.rowsTitle(unreadable.length) : words.importTitle}>
      {onMap && (
        <div className="orders-report">
          {newOrders > 0 && <p>{words.newColumns(newOrders)}</p>}
          <Button means="map" {...(newOrders > 0 && { kind: 'primary' })} onPress={onMap}>
            {text.mapping.open}
          </Button>
        </div>
      )}
      <Encodings failure={failure} onPick={onEncoding} />
      <FailureNote failure={newOrders > 0 ? listFailure : (failure ?? listFailure)} {...(!isSpellingUnclear(failure) && { onRetry })} />
      {importing && <Importing since={importing.since} />}
      {!failure && (report !== null || unreadable.length > 0) && (
        <output className="muted orders-report">
          {report && words.report(report)}
          {report && ' '}
          {unreadable.length > 0 && words.rowsHint}
        </output>
      )}
      <ul className="list orders-rows">
        {unreadable.map((row) => (
          <li key={row.id}>
            <span className="what grow">
              <b>{words.lineOf(row.problem.line, row.problem.file, row.problem.orderKey)}</b>
              <span>{rowReasonText(row.problem)}</span>
            </span>
            <Button kind="quiet" isSmall label={words.correctOf(row.problem.line, row.problem.file)} onPress={() => onCorrect(row)}>
              {words.correct}
            </Button>
          </li>
        ))}
        {report && !failure && <Remarks rows={report.remarks} title={words.remarks} />}
        {report && !failure && <Remarks rows={report.skipped} title={words.skipped} />}
      </ul>
      {hotFolder && (
        <output className="muted orders-report">
          {text.setup.mappings.hotTitle}: <HotFolderState folder={hotFolder} />
        </output>
      )}
      <Empty isDrop title={words.dropTitle}>
        {words.dropKinds}
      </Empty>
    </Card>
  );
}

/** The file is read again with the encoding that is picked, so there is nothing to try again. */
const isSpellingUnclear = (failure: Failure | null): boolean =>
  failure?.reasons?.some((reason) => reason.code === 'file-letters-unclear') === true;

/** The same rows in each possible encoding: the packer picks the one that is spelled correctly. */
function Encodings({ failure, onPick }: { failure: Failure | null; onPick: (encoding: FileEncoding) => void }) {
  const words = text.orders;
  const unclear = failure?.reasons?.find((reason) => reason.code === 'file-letters-unclear');
  if (!unclear) return null;
  return (
    <section className="orders-report">
      <b>{words.encodingTitle}</b>
      <ul className="list orders-letters">
        {unclear.choices.map(({ encoding, rows }) => (
          <li key={encoding}>
            {rows.map((row, at) => (
              <b key={`${at} ${row}`}>{row}</b>
            ))}
            <small className="muted">{words.encodings[encoding]}</small>
            <Button isSmall label={words.encodingPickOf(encoding)} onPress={() => onPick(encoding)}>
              {words.encodingPick}
            </Button>
          </li>
        ))}
      </ul>
      <p className="muted">{words.encodingNone}</p>
    </section>
  );
}

/** A file that takes a while: elapsed seconds and a stop button. Orders already imported stay. */
function Importing({ since }: { since: string }) {
  const { station } = useWindowState();
  const { send } = useIntent();
  const seconds = useSeconds(since);
  if (seconds === null) return null;
  return (
    <output className="row orders-report">
      <span className="grow">{text.orders.readsFor(text.frame.seconds(seconds))}</span>
      <Button kind="quiet" isSmall onPress={() => void send(station.stopImport({}))}>
        {text.orders.stopImport}
      </Button>
    </output>
  );
}

/** Rows and columns of the last file that were imported differently from what a person might expect: line, text and reason. */
function Remarks({ rows, title }: { rows: ImportReport['remarks']; title: string }) {
  return rows.map((problem) => {
    const { line, orderKey, row } = problem;
    const reason = rowReasonText(problem);
    return (
      <li key={`${line} ${reason}`}>
        <span className="what grow">
          <b>{`${title}: ${text.orders.line(line, orderKey)}`}</b>
          <span>{reason}</span>
          <small className="muted mono">{row}</small>
        </span>
      </li>
    );
  });
}
