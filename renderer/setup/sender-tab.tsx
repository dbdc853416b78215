import { type Address, countryCodes, emptyAddress } from '../../shared/address.ts';
import { useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { wrongAt } from '../ui/field-problems.ts';
import { useFirstWrong } from '../ui/first-wrong.ts';
import { To } from '../ui/recipient.tsx';
import { useShown, useWindowState } from '../window-state.ts';
import { useDraft } from './draft.ts';
import { SaveRow } from './save-row.tsx';
import type { TabProps } from './tab-props.ts';

export function SenderTab({ setup, isBusy, isSaved, onSave }: TabProps) {
  const { station } = useWindowState();
  const words = text.setup.address;
  const [address, setAddress] = useDraft<Address>('sender.address', setup.settings.sender ?? emptyAddress);
  const checked = useQuery('setup', () => station.checkSender({ sender: address }), [JSON.stringify(address)]);
  const isCountryWrong = address.country !== '' && !countryCodes.has(address.country);
  // What is still empty is no mistake while a first sender is typed.
  const isFirst = setup.settings.sender === null;
  const problems = (checked.value?.problems ?? []).filter(({ field: name }) => !isFirst || address[name as keyof Address].trim());
  const wrong = wrongAt(problems);
  // Who was led here is led on to what is wrong.
  const form = useFirstWrong(useShown(({ setupTab }) => setupTab) === 'sender' && problems.some(({ stops }) => stops));
  const field = (name: keyof Address, className: string) => (
    <Field
      className={className}
      label={words[name]}
      value={address[name]}
      onChange={(value) => setAddress({ ...address, [name]: name === 'country' ? value.toUpperCase() : value })}
      {...(name === 'country' && isCountryWrong ? { wrong: words.wrongCountry } : wrong({ part: 'sender' }, name))}
    />
  );
  return (
    <>
      <div className="setup-two grow">
        <Card className="col" title={words.title}>
          <div className="setup-grid" ref={form}>
            {field('name', 'span-3')}
            {field('company', 'span-3')}
            {field('street', 'span-3')}
            {field('houseNumber', '')}
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
        <Card title={words.asSent}>
          <To address={checked.value?.asSent ?? address} shape="small" />
        </Card>
      </div>
      <SaveRow
        tab="sender"
        told={words.told}
        isBusy={isBusy}
        isSaved={isSaved}
        wrongs={problems.filter(({ stops }) => stops).length + (isCountryWrong ? 1 : 0)}
        keepsWrong={!isCountryWrong}
        onSave={() => onSave({ sender: address })}
      />
    </>
  );
}
