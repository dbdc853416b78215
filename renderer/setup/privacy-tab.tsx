import './privacy.css';
import { useState } from 'react';
import { Checkbox } from 'react-aria-components';
import type { OrderKey } from '../../shared/order.ts';
import { type PersonsOrder, type Privacy, plainQuery, type Receipt, shortestQuery } from '../../shared/privacy.ts';
import type { Setup } from '../../shared/settings.ts';
import { useIntent, useQuery } from '../query.ts';
import { dateText, momentText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card, Note } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { withBreaks } from '../ui/with-breaks.tsx';
import { useWindowState } from '../window-state.ts';

/** People's data: everything about one person, and how long each kind is kept. */
export function PrivacyTab({ setup: { retention } }: { setup: Setup }) {
  const { station } = useWindowState();
  const words = text.privacy;
  const kept = useQuery('setup', () => station.privacy({}), []);
  return (
    <>
      {retention.problem && <Note icon="look">{words.problems[retention.problem]}</Note>}
      <FailureNote failure={kept.failure} onRetry={kept.reload} />
      <OnePerson receipt={kept.value?.receipt ?? null} onDone={kept.reload} />
      <KeptDays classes={kept.value?.classes ?? []} lastAt={retention.lastAt} />
      {kept.value && <Acts acts={kept.value.acts} />}
    </>
  );
}

/** The orders that a search found. Not all are of one person: two people can have one name. */
interface Found {
  readonly query: string;
  readonly orders: readonly PersonsOrder[];
}

function OnePerson({ receipt, onDone }: { receipt: Receipt | null; onDone: () => void }) {
  const { station } = useWindowState();
  const words = text.privacy;
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<OrderKey>>(new Set());
  const [file, setFile] = useState<string | null>(null);
  const { send, failure, isBusy } = useIntent();
  const isEmpty = plainQuery(typed) === '';

  const find = async (query: string) => {
    if (plainQuery(query) === '') return;
    const orders = await send(station.findPerson({ query }));
    if (!orders) return;
    onDone();
    setFile(null);
    setFound({ query, orders });
    setChosen(new Set());
  };
  const keys = [...chosen];
  const erasable = found?.orders.filter(({ key, stays }) => stays === null && chosen.has(key)) ?? [];
  const save = async () => {
    if (!found) return;
    setFile((await send(station.exportPerson({ query: found.query, keys })))?.file ?? null);
    onDone();
  };
  const erase = async () => {
    if (!found || !(await send(station.erasePerson({ query: found.query, keys })))) return;
    await find(found.query);
  };
  return (
    <Card className="col" title={words.title}>
      <p className="muted">{words.hint}</p>
      <div className="row">
        <SearchField
          label={words.search}
          placeholder={words.search}
          value={typed}
          onChange={setTyped}
          onEnter={(query) => void find(query)}
        />
        <Button isSmall means="check" isDisabled={isBusy || isEmpty} onPress={() => void find(typed)}>
          {words.find}
        </Button>
      </div>
      {!isEmpty && plainQuery(typed).length < shortestQuery && <p className="muted">{words.short}</p>}
      <FailureNote failure={failure} />
      {found && <output>{found.orders.length === 0 ? words.nothing : words.found(found.orders.length)}</output>}
      {found && found.orders.length > 0 && (
        <>
          <ul className="list persons">
            {found.orders.map((order) => (
              <PersonsRow
                key={order.key}
                order={order}
                isChosen={chosen.has(order.key)}
                onChange={(isChosen) =>
                  setChosen(new Set(found.orders.map(({ key }) => key).filter((key) => (key === order.key ? isChosen : chosen.has(key)))))
                }
              />
            ))}
          </ul>
          {found.orders.some(({ stays }) => stays !== null) && <p className="muted">{words.staysHint}</p>}
          <div className="row connect-end">
            <Button isSmall means="save" isDisabled={isBusy || keys.length === 0} onPress={() => void save()}>
              {words.export(keys.length)}
            </Button>
            <HoldButton isSmall isDisabled={isBusy || erasable.length === 0} onHeld={() => void erase()}>
              {words.erase(erasable.length)}
            </HoldButton>
          </div>
        </>
      )}
      {file && <Note icon="look">{withBreaks(words.exported(file))}</Note>}
      {receipt && <LastReceipt receipt={receipt} />}
    </Card>
  );
}

interface PersonsRowProps {
  readonly order: PersonsOrder;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function PersonsRow({ order, isChosen, onChange }: PersonsRowProps) {
  const words = text.privacy;
  const { key, name, city, stays } = order;
  return (
    <li>
      <Checkbox className="persons-row" aria-label={words.choose(name, key)} isSelected={isChosen} onChange={onChange}>
        <span className="person-tick">{isChosen && <Icon name="tick" />}</span>
        <span className="what grow">
          <b translate="no">{[name, city].filter(Boolean).join(', ')}</b>
          <span>
            <span translate="no">{key}</span> · {words.about(order)}
          </span>
        </span>
        {stays && <span className="look-ink">{words.stays[stays]}</span>}
      </Checkbox>
    </li>
  );
}

function LastReceipt({ receipt }: { receipt: Receipt }) {
  const words = text.privacy;
  const line = words.receipt(momentText(receipt.at), receipt);
  const left = [
    receipt.stay > 0 && words.stayed(receipt.stay),
    receipt.filesLeft > 0 && words.filesLeft(receipt.filesLeft),
    receipt.copiesLeft > 0 && words.copiesLeft(receipt.copiesLeft),
    receipt.isShared && words.otherBenches,
  ];
  return (
    <>
      <h3>{words.receiptTitle}</h3>
      <div className="row">
        <p className="muted grow">{line}</p>
        <CopyButton copies={line} label={words.receiptCopy} isAtEnd />
      </div>
      {left.map(
        (each) =>
          each && (
            <Note key={each} icon="look">
              {each}
            </Note>
          ),
      )}
    </>
  );
}

/** How long each kind of data is kept, and the oldest day of which there is any. */
function KeptDays({ classes, lastAt }: { classes: Privacy['classes']; lastAt: string | null }) {
  const words = text.privacy;
  const [bookkeeping, itsParts] = words.bookkeeping;
  return (
    <Card className="col" title={words.keptTitle} aside={<span className="muted">{words.nightly}</span>}>
      <table className="table kept-days">
        <thead>
          <tr>
            <th>{words.caps.data}</th>
            <th className="num">{words.caps.days}</th>
            <th className="num">{words.caps.oldest}</th>
          </tr>
        </thead>
        <tbody>
          {classes.map(({ class: of, days, oldest }) => (
            <tr key={of}>
              <td>
                <b>{words.classes[of][0]}</b>
                <small>{words.classes[of][1]}</small>
              </td>
              <td className="num">{words.days(days)}</td>
              <td className="num">{oldest ? dateText(oldest) : words.none}</td>
            </tr>
          ))}
          <tr>
            <td>
              <b>{bookkeeping}</b>
              <small>{itsParts}</small>
            </td>
            <td className="num" colSpan={2}>
              {words.always}
            </td>
          </tr>
        </tbody>
      </table>
      <p className="muted">
        {words.unsettled} {lastAt ? words.lastRun(momentText(lastAt)) : words.neverRun}
      </p>
    </Card>
  );
}

/** The newest searches, exports and erasures, with the person who made each. */
function Acts({ acts }: { acts: Privacy['acts'] }) {
  const words = text.privacy;
  return (
    <Card className="col" title={words.actsTitle}>
      {acts.length === 0 ? (
        <p className="muted">{words.noActs}</p>
      ) : (
        <ul className="list privacy-acts">
          {acts.map(({ at, act, by }, place) => (
            <li key={place}>
              <span className="grow">{words.acts[act]}</span>
              <b translate="no">{by || words.noName}</b>
              <span className="muted num">{momentText(at)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
