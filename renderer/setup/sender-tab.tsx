import { useState } from 'react';
import { type Address, countryCodes, emptyAddress } from '../../shared/address.ts';
import { bareName, mostSenders, type Sender } from '../../shared/sender.ts';
import { isAccountName } from '../../shared/settings.ts';
import { useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { fieldNotesAt } from '../ui/field-problems.ts';
import { useFirstError } from '../ui/first-error.ts';
import { Icon } from '../ui/icon.tsx';
import { PickList } from '../ui/pick-list.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { useShown, useWindowState } from '../window-state.ts';
import { useDraft } from './draft.ts';
import { SaveRow } from './save-row.tsx';
import type { TabProps } from './tab-props.ts';

/** The senders in order, the first being the default; beside them the picked one. */
export function SenderTab({ setup, isBusy, isSaved, onSave }: TabProps) {
  const { station } = useWindowState();
  const words = text.setup.address;
  const kept = setup.settings.senders;
  const [senders, setSenders] = useDraft<readonly Sender[]>('sender.list', kept.length > 0 ? kept : [newSender(words.firstName)]);
  const [place, setPlace] = useState(0);
  const picked = Math.min(place, senders.length - 1);
  const sender = senders[picked] ?? newSender(words.firstName);
  const { address } = sender;
  const change = (part: Partial<Sender>) => setSenders(senders.map((each, at) => (at === picked ? { ...each, ...part } : each)));

  const checked = useQuery('setup', () => station.checkSender({ sender: address }), [JSON.stringify(address)]);
  // Empty fields are not errors while a new sender is typed.
  const isNew = kept[picked] === undefined;
  const problems = (checked.value?.problems ?? []).filter(({ field: name }) => !isNew || address[name as keyof Address].trim());
  const notesAt = fieldNotesAt(problems);
  // If a failure led here, focuses the first invalid field.
  const form = useFirstError(
    useShown(({ setupTab, isSetupTabAsked }) => isSetupTabAsked && setupTab === 'sender') && problems.some(({ stops }) => stops),
  );

  const isNameInvalid = (name: string): boolean =>
    name.trim() === '' || senders.filter((other) => bareName(other.name) === bareName(name)).length > 1;
  const isCountryInvalid = (country: string): boolean => country !== '' && !countryCodes.has(country);
  const isUnfit = (each: Sender): boolean =>
    isNameInvalid(each.name) || isCountryInvalid(each.address.country) || !isAccountName(each.account);
  const unfit = senders.filter(isUnfit).length;
  const field = (name: keyof Address, className: string) => (
    <Field
      className={className}
      label={words[name]}
      value={address[name]}
      onChange={(value) => change({ address: { ...address, [name]: name === 'country' ? value.toUpperCase() : value } })}
      {...(name === 'country' && isCountryInvalid(address.country) ? { error: words.invalidCountry } : notesAt({ part: 'sender' }, name))}
    />
  );
  return (
    <>
      <div className="setup-two grow">
        <Card className="col" title={senders.length > 1 ? words.titleOf(sender.name) : words.title}>
          <div className="setup-grid" ref={form}>
            <Field
              className="span-3"
              label={words.shortName}
              value={sender.name}
              onChange={(name) => change({ name: name.slice(0, 40) })}
              {...(isNameInvalid(sender.name) && { error: words.invalidName })}
            />
            <Field
              className="span-3"
              label={words.account}
              placeholder={words.usualAccount}
              value={sender.account}
              onChange={(account) => change({ account })}
              {...(!isAccountName(sender.account) && { error: words.invalidAccount })}
            />
            {field('name', 'span-3')}
            {field('company', 'span-3')}
            {field('street', 'span-2')}
            {field('houseNumber', 'span-2')}
            {field('street2', 'span-2')}
            {field('street3', 'span-2')}
            {field('postalCode', 'span-2')}
            {field('city', 'span-2')}
            {field('country', 'span-2')}
            {field('province', 'span-2')}
            {field('eori', 'span-2')}
            {field('phone', 'span-3')}
            {field('email', 'span-3')}
          </div>
        </Card>
        <div className="col">
          <SenderList
            senders={senders}
            picked={picked}
            isUnfit={isUnfit}
            onPick={setPlace}
            onChange={(changed, at) => {
              setSenders(changed);
              setPlace(at);
            }}
          />
          <Card title={words.asSent}>
            <RecipientAddress address={checked.value?.asSent ?? address} shape="small" />
          </Card>
        </div>
      </div>
      <SaveRow
        tab="sender"
        hint={words.hint}
        isBusy={isBusy}
        isSaved={isSaved}
        errors={problems.filter(({ stops }) => stops).length + unfit}
        savesInvalid={unfit === 0}
        onSave={() =>
          onSave({ senders: senders.map(({ name, account, ...each }) => ({ ...each, name: name.trim(), account: account.trim() })) })
        }
      />
    </>
  );
}

interface SenderListProps {
  readonly senders: readonly Sender[];
  readonly picked: number;
  readonly isUnfit: (sender: Sender) => boolean;
  readonly onPick: (place: number) => void;
  /** Also picks the sender at this place. */
  readonly onChange: (senders: readonly Sender[], place: number) => void;
}

/** All senders, to pick, add, remove, or make one the default. */
function SenderList({ senders, picked, isUnfit, onPick, onChange }: SenderListProps) {
  const words = text.setup.address;
  const sender = senders[picked];
  const others = senders.filter((_each, at) => at !== picked);
  return (
    <Card isFlush className="col" title={words.senders}>
      {senders.length > 1 && (
        <PickList
          label={words.senders}
          items={senders.map((each, at) => ({ ...each, at }))}
          keyOf={({ at }) => String(at)}
          nameOf={({ name }) => name}
          picked={String(picked)}
          onPick={(at) => onPick(Number(at))}
        >
          {({ name, at, account, ...each }) => (
            <span className="what grow">
              <b>{name}</b>
              <span>
                {[at === 0 && words.usual, each.address.city, account].filter(Boolean).join(', ')}
                {isUnfit({ name, account, ...each }) && ` ${words.unfit}`}
              </span>
            </span>
          )}
        </PickList>
      )}
      <div className="sender-acts">
        <Button isSmall isDisabled={senders.length >= mostSenders} onPress={() => onChange([...senders, newSender('')], senders.length)}>
          <Icon name="plus" />
          {words.add}
        </Button>
        {senders.length > 1 && (
          <>
            <Button isSmall kind="quiet" isDisabled={picked === 0} onPress={() => sender && onChange([sender, ...others], 0)}>
              {words.makeUsual}
            </Button>
            <Button
              isSmall
              kind="quiet"
              label={words.removeOf(sender?.name ?? '')}
              onPress={() => onChange(others, Math.max(0, picked - 1))}
            >
              {words.remove}
            </Button>
          </>
        )}
      </div>
      <p className="muted small sender-hint">{words.sendersHint}</p>
    </Card>
  );
}

const newSender = (name: string): Sender => ({ name, address: emptyAddress, account: '' });
