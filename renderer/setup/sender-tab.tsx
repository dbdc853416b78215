import { useEffect, useState } from 'react';
import { type Address, emptyAddress } from '../../shared/address.ts';
import { countryCodes } from '../../shared/order.ts';
import { station } from '../station.ts';
import { text } from '../text/text.ts';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { To } from '../ui/recipient.tsx';
import { SaveRow } from './save-row.tsx';
import type { TabProps } from './setup-screen.tsx';

export function SenderTab({ setup, isBusy, isSaved, onSave }: TabProps) {
  const words = text.setup.address;
  const [address, setAddress] = useState<Address>(setup.settings.sender ?? emptyAddress);
  const asSent = useAsSent(address);
  const isCountryWrong = address.country !== '' && !countryCodes.has(address.country);
  const field = (name: keyof Address, className: string, wrong?: string) => (
    <Field
      className={className}
      label={words[name]}
      value={address[name]}
      onChange={(value) => setAddress({ ...address, [name]: name === 'country' ? value.toUpperCase() : value })}
      {...(wrong && { wrong })}
    />
  );
  return (
    <div className="setup-two grow">
      <Card className="col" title={words.title}>
        <div className="setup-grid">
          {field('name', 'span-3')}
          {field('company', 'span-3')}
          {field('street', 'span-3')}
          {field('houseNumber', '')}
          {field('street2', 'span-2')}
          {field('street3', 'span-2')}
          {field('postalCode', 'span-2')}
          {field('city', 'span-2')}
          {field('country', 'span-2', isCountryWrong ? words.wrongCountry : undefined)}
          {field('province', 'span-2')}
          {field('eori', 'span-2')}
          {field('phone', 'span-3')}
          {field('email', 'span-3')}
        </div>
        <SaveRow
          told={words.told}
          isBusy={isBusy}
          isSaved={isSaved}
          isDisabled={isCountryWrong}
          onSave={() => onSave({ sender: address })}
        />
      </Card>
      <Card title={words.asSent}>
        <To address={asSent} shape="small" />
      </Card>
    </div>
  );
}

/** The address in the letters the service takes, asked of main while it is typed. */
function useAsSent(address: Address): Address {
  const [asSent, setAsSent] = useState(address);
  useEffect(() => {
    let isWanted = true;
    void station.previewAddress({ address }).then((answer) => {
      if (isWanted && answer.ok) setAsSent(answer.value);
    });
    return () => {
      isWanted = false;
    };
  }, [address]);
  return asSent;
}
