import { useState } from 'react';
import { lockMinutes, type Person, type Role, roles } from '../../shared/person.ts';
import type { Setup } from '../../shared/settings.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card, Empty } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field, Segment } from '../ui/field.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useFrame, useWindowState } from '../window-state.ts';
import { useDraft } from './draft.ts';
import { SaveRow } from './save-row.tsx';
import type { TabProps } from './tab-props.ts';

const nobody: Person = { id: '', name: '', role: 'packer', hasBadge: false, hasPin: false };

/** The people of this bench. Each is saved alone. */
export function PeopleTab({ setup, isBusy, isSaved, onSave }: TabProps) {
  const words = text.people.setup;
  const people = useFrame((frame) => frame.signIn)?.people ?? [];
  const [open, setOpen] = useState<Person | null>(null);
  const [minutes, setMinutes] = useDraft('people.lockAfterMinutes', String(setup.settings.lockAfterMinutes));
  const lockAfterMinutes = /^\d{1,3}$/.test(minutes.trim()) ? Number(minutes) : 0;
  const isInvalid = lockAfterMinutes < lockMinutes.least || lockAfterMinutes > lockMinutes.most;
  if (open) return <PersonForm key={open.id} person={open} isFirst={people.length === 0} setup={setup} onClose={() => setOpen(null)} />;
  return (
    <>
      <Card className="col grow" title={words.title}>
        <p className="muted">{words.hint}</p>
        {people.length === 0 && (
          <Empty icon="badge" title={words.emptyTitle}>
            {words.empty}
          </Empty>
        )}
        <ul className="people-list">
          {people.map((person) => (
            <li key={person.id} className="row">
              <b className="grow" translate="no">
                {person.name}
              </b>
              <span>{text.people.roles[person.role]}</span>
              <span className="muted">{words.proofs(person)}</span>
              <Button isSmall label={words.edit(person.name)} onPress={() => setOpen(person)}>
                {words.editShort}
              </Button>
            </li>
          ))}
        </ul>
        <div>
          <Button isSmall onPress={() => setOpen({ ...nobody, role: people.length === 0 ? 'admin' : 'packer' })}>
            <Icon name="plus" />
            {words.add}
          </Button>
        </div>
        {people.length > 0 && (
          <div className="setup-grid">
            <Field
              className="span-2"
              label={words.lockAfter}
              unit={words.minutes}
              takes="number"
              value={minutes}
              onChange={setMinutes}
              {...(isInvalid && { error: words.invalidMinutes })}
            />
          </div>
        )}
      </Card>
      {people.length > 0 && (
        <SaveRow tab="people" isBusy={isBusy} isSaved={isSaved} errors={isInvalid ? 1 : 0} onSave={() => onSave({ lockAfterMinutes })} />
      )}
    </>
  );
}

interface PersonFormProps {
  readonly person: Person;
  readonly isFirst: boolean;
  readonly setup: Setup;
  readonly onClose: () => void;
}

function PersonForm({ person, isFirst, setup, onClose }: PersonFormProps) {
  const { station } = useWindowState();
  const words = text.people.setup;
  const [name, setName] = useState(person.name);
  const [role, setRole] = useState<Role>(person.role);
  const [badge, setBadge] = useState('');
  const [pin, setPin] = useState('');
  const [isBadgeOut, setBadgeOut] = useState(false);
  const [isPinOut, setPinOut] = useState(false);
  const [leadPin, setLeadPin] = useState('');
  const { send, failure, isBusy } = useIntent();
  const isNew = person.id === '';
  const save = async () => {
    const saved = await send(
      station.savePerson({
        id: isNew ? null : person.id,
        name,
        role,
        badge: badge === '' && !isBadgeOut ? null : badge,
        pin: pin === '' && !isPinOut ? null : pin,
        leadPin,
      }),
    );
    if (saved) onClose();
  };
  const remove = async () => {
    if (await send(station.removePerson({ id: person.id }))) onClose();
  };
  return (
    <Card className="col grow" title={isNew ? words.newTitle : person.name}>
      <Field label={words.name} value={name} onChange={setName} hasFocus={isNew} />
      <Segment
        label={words.role}
        options={roles.map((id) => ({ id, name: text.people.roles[id] }))}
        value={role}
        onChange={(id: Role) => setRole(id)}
      />
      <p className="muted">{words.rolesHint}</p>
      <div className="setup-grid">
        <Field
          className="span-3"
          label={words.badge}
          placeholder={words.badgeHint(person.hasBadge && !isBadgeOut)}
          takes="code"
          value={badge}
          onChange={setBadge}
        />
        <Field
          className="span-3"
          label={words.pin}
          placeholder={words.pinHint(person.hasPin && !isPinOut)}
          takes="secret"
          value={pin}
          onChange={setPin}
        />
        {isFirst && setup.hasLeadPin && (
          <Field className="span-3" label={words.leadPin} takes="secret" value={leadPin} onChange={setLeadPin} />
        )}
      </div>
      <FailureNote failure={failure} hasButton={false} />
      <div className="row">
        <Button means="leave" onPress={onClose}>
          {words.close}
        </Button>
        {person.hasBadge && !isBadgeOut && (
          <Button isSmall kind="quiet" onPress={() => setBadgeOut(true)}>
            {words.removeBadge}
          </Button>
        )}
        {person.hasPin && !isPinOut && (
          <Button isSmall kind="quiet" onPress={() => setPinOut(true)}>
            {words.removePin}
          </Button>
        )}
        {!isNew && (
          <HoldButton isSmall isDisabled={isBusy} onHeld={() => void remove()}>
            {words.remove}
          </HoldButton>
        )}
        <Button className="push" kind="primary" isSmall means="save" isDisabled={isBusy || name.trim() === ''} onPress={() => void save()}>
          {words.save}
        </Button>
      </div>
    </Card>
  );
}
