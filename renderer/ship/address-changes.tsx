import { Fragment } from 'react';
import type { TextChange } from '../../shared/address.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Sent, Written } from '../ui/respelt.tsx';

/**
 * Texts of an address that could only be guessed at in the characters the service accepts. None of them is sent: a person writes them
 * again.
 */
export function AddressChanges({ changes }: { changes: readonly TextChange[] }) {
  const guessed = changes.filter((change) => change.mayChangeMeaning);
  const [first] = guessed;
  if (!first) return null;
  const nameOf = (change: TextChange) => text.ship.fieldName(change.field);
  return (
    <Card title={text.ship.guessed} aside={<Badge state="look">{text.ship.checkChange(nameOf(first))}</Badge>}>
      <dl className="diff">
        {guessed.map((change) => (
          <Fragment key={change.field}>
            <dt>{text.ship.written(nameOf(change))}</dt>
            <dd>
              <Written {...change} />
            </dd>
            {change.sent !== '' && (
              <>
                <dt>{text.frame.guessed}</dt>
                <dd>
                  <Sent {...change} />
                </dd>
              </>
            )}
          </Fragment>
        ))}
      </dl>
    </Card>
  );
}
