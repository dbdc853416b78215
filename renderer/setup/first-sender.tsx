import { type Address, countryCodes, emptyAddress, needsProvince, splitStreet } from '../../shared/address.ts';
import type { Sender } from '../../shared/sender.ts';
import { useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { fieldNotesAt } from '../ui/field-problems.ts';
import { Primary } from '../ui/foot.tsx';
import { useWindowState } from '../window-state.ts';
import { computerTimeZone, countryOfTimeZone } from './computer-place.ts';
import { useDraft, useForgetDrafts } from './draft.ts';
import type { QuestionProps } from './first-question.ts';

/** The fields that the service always needs, and the company. The others stand in Setup, Sender. */
export function SenderQuestion({ setup, draw, intent, onDone }: QuestionProps) {
  const { station } = useWindowState();
  const forgetDrafts = useForgetDrafts();
  const words = text.setup.steps.sender;
  const names = text.setup.address;
  const kept = setup.settings.senders;
  const timeZone = computerTimeZone();
  const countryHere = countryOfTimeZone(timeZone);
  const blank: Sender = { name: names.firstName, address: { ...emptyAddress, country: countryHere }, account: '' };
  // The same draft as in Setup, Sender: what is typed here stands there too.
  const [senders, setSenders] = useDraft<readonly Sender[]>('sender.list', kept.length > 0 ? kept : [blank]);
  const [sender = blank, ...others] = senders;
  const { address } = sender;
  // People type "Veemarktkade 8" into one field.
  const split = address.houseNumber.trim() ? undefined : splitStreet(address.street, address.country);
  const whole = { ...address, ...split };
  const checked = useQuery('setup', () => station.checkSender({ sender: whole }), [JSON.stringify(whole)]);
  const problems = checked.value?.problems ?? [];
  const notesAt = fieldNotesAt(problems.filter(({ field: name }) => whole[name as keyof Address].trim()));
  const missing = problems.flatMap(({ stops, field: name }) =>
    stops && !whole[name as keyof Address].trim() ? [name as keyof Address] : [],
  );
  const isCountryInvalid = address.country !== '' && !countryCodes.has(address.country);
  const isWhole = checked.value !== undefined && problems.every(({ stops }) => !stops);
  const field = (name: keyof Address, className: string) => (
    <Field
      className={className}
      label={names[name]}
      value={address[name]}
      hasFocus={name === 'name'}
      {...(name === 'houseNumber' && split && { placeholder: split.houseNumber })}
      onChange={(value) => {
        const typed = name === 'country' ? value.toUpperCase() : value;
        setSenders([{ ...sender, address: { ...address, [name]: typed } }, ...others]);
      }}
      {...(name === 'country' && isCountryInvalid ? { error: names.invalidCountry } : notesAt({ part: 'sender' }, name))}
    />
  );
  const save = async () => {
    const isNew = kept.length === 0;
    if (
      !(await intent.send(
        station.saveSettings({ settings: { senders: [{ ...sender, address: whole }, ...others], ...(isNew && { timeZone }) } }),
      ))
    )
      return;
    forgetDrafts('sender');
    onDone();
  };
  return draw(
    <Card className="col question" title={words.title}>
      <div className="setup-grid">
        {field('name', 'span-2')}
        {field('company', 'span-2')}
        {field('country', 'span-2')}
        {field('street', 'span-4')}
        {field('houseNumber', 'span-2')}
        {field('postalCode', 'span-2')}
        {field('city', 'span-4')}
        {needsProvince(address.country) && field('province', 'span-3')}
        {field('phone', 'span-3')}
      </div>
      <p className="muted from-here">{address.country === countryHere ? words.fromComputer(timeZone) : words.zoneFromComputer(timeZone)}</p>
      {address.name.trim() !== '' && missing.length > 0 && (
        <output className="look-ink">{words.missing(missing.map((name) => names[name]))}</output>
      )}
    </Card>,
    <Primary means="save" isDisabled={intent.isBusy || !isWhole || isCountryInvalid} onPress={() => void save()}>
      {words.save}
    </Primary>,
  );
}
