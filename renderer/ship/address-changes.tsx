import { Fragment } from 'react';
import type { TextChange } from '../../shared/address.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { letterDiff, type Piece } from './letter-diff.ts';

/** What had to be spelt differently for the service, only where the meaning may have changed. */
export function AddressChanges({ changes }: { changes: readonly TextChange[] }) {
  const doubtful = changes.filter((change) => change.mayChangeMeaning);
  const [first] = doubtful;
  if (!first) return null;
  const nameOf = (change: TextChange) => text.ship.fieldName(change.field);
  return (
    <Card title={text.ship.changed} aside={<Badge state="look">{text.ship.checkChange(nameOf(first))}</Badge>}>
      <dl className="diff">
        {doubtful.map((change) => {
          const { written, sent } = letterDiff(change.written, change.sent);
          return (
            <Fragment key={change.field}>
              {change.written && <dt>{text.ship.written(nameOf(change))}</dt>}
              {change.written && (
                <dd>{written.map((piece, index) => (piece.isChanged ? <del key={index}>{piece.text}</del> : plain(piece, index)))}</dd>
              )}
              <dt>{text.ship.sent(nameOf(change))}</dt>
              <dd>{sent.map((piece, index) => (piece.isChanged ? <ins key={index}>{piece.text}</ins> : plain(piece, index)))}</dd>
            </Fragment>
          );
        })}
      </dl>
    </Card>
  );
}

/** The same in one line, for screens where the eye is on something else: only what is sent. */
export function ChangesLine({ changes }: { changes: readonly TextChange[] }) {
  const doubtful = changes.filter((change) => change.mayChangeMeaning);
  if (doubtful.length === 0) return null;
  return (
    <p className="card notice">
      <Badge state="look">{text.ship.changed}</Badge>
      {doubtful.map((change) => (
        <span key={change.field}>
          <span className="muted">{text.ship.fieldName(change.field)}</span> <b>{change.sent}</b>
        </span>
      ))}
    </p>
  );
}

const plain = (piece: Piece, index: number) => <Fragment key={index}>{piece.text}</Fragment>;
