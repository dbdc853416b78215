import { isHsCode } from '../../shared/customs.ts';
import { consignmentTypes, incoterms, type ShipmentDefaults } from '../../shared/order.ts';
import { isTime } from '../../shared/shipment-check.ts';
import { kilogramDigits, moneyDigits, readAmount, readGrams } from '../../shared/units.ts';
import { text } from '../text/text.ts';
import { Card } from '../ui/card.tsx';
import { Field, Select, SwitchRow } from '../ui/field.tsx';
import { useDraft } from './draft.ts';
import { SaveRow } from './save-row.tsx';
import type { TabProps } from './tab-props.ts';

/** Means "no box" in the list, because an empty id cannot be selected. */
const askEachTime = 'ask-each-time';

export function DefaultsTab({ setup: { settings }, isBusy, isSaved, onSave }: TabProps) {
  const words = text.setup.defaults;
  const [boxId, setBoxId] = useDraft('defaults.boxId', settings.defaults.boxId || askEachTime);
  const [weight, setWeight] = useDraft(
    'defaults.weight',
    settings.defaults.weightGrams === null ? '' : kilogramDigits(settings.defaults.weightGrams),
  );
  const [contents, setContents] = useDraft('defaults.contents', settings.defaults.contents);
  const [value, setValue] = useDraft('defaults.value', settings.defaults.value ? moneyDigits(settings.defaults.value) : '');
  const [takesLearned, setTakesLearned] = useDraft('defaults.takesLearned', settings.defaults.takesLearned ?? false);
  const [currency, setCurrency] = useDraft('defaults.currency', settings.currency);
  const [pickup, setPickup] = useDraft('defaults.pickup', settings.pickup);
  const [shipment, setShipment] = useDraft('defaults.shipment', settings.shipmentDefaults);
  const [timeZone, setTimeZone] = useDraft('defaults.timeZone', settings.timeZone);

  const weightGrams = weight.trim() ? readGrams(weight) : null;
  const typed = value.trim() ? readAmount(value, currency) : null;
  const money = typed?.minor === 0 ? undefined : typed;
  const isCurrencyInvalid = !/^[A-Z]{3}$/.test(currency);
  const isHsCodeInvalid = shipment.hsCode !== '' && !isHsCode(shipment.hsCode);
  const errors = [
    isHsCodeInvalid,
    weightGrams === undefined,
    money === undefined,
    isCurrencyInvalid,
    !isTime(pickup.readyTime),
    !isTime(pickup.closingTime),
  ].filter(Boolean).length;
  const save = () => {
    if (weightGrams === undefined || money === undefined) return;
    onSave({
      defaults: { boxId: boxId === askEachTime ? '' : boxId, weightGrams, contents, value: money, takesLearned },
      shipmentDefaults: shipment,
      currency,
      pickup,
      timeZone,
    });
  };
  return (
    <>
      <Card className="col" title={words.title}>
        <div className="setup-grid">
          <div className="span-2">
            <Select
              label={words.box}
              options={[{ id: askEachTime, name: words.ask }, ...settings.boxes]}
              value={boxId}
              onChange={setBoxId}
            />
          </div>
          <Field
            className="span-2"
            label={words.weight}
            unit="kg"
            takes="number"
            placeholder={words.ask}
            value={weight}
            onChange={setWeight}
            {...(weightGrams === undefined && { error: words.invalidWeight })}
          />
          <Field
            className="span-2"
            label={words.value}
            unit={currency}
            takes="number"
            placeholder={words.ask}
            value={value}
            onChange={setValue}
            {...(money === undefined && { error: words.invalidValue(currency) })}
          />
          <Field className="span-4" label={words.contents} placeholder={words.ask} value={contents} onChange={setContents} />
          <Field
            className="span-2"
            label={words.currency}
            value={currency}
            onChange={(typed) => setCurrency(typed.toUpperCase())}
            {...(isCurrencyInvalid && { error: words.invalidCurrency })}
          />
          <div className="span-4">
            <SwitchRow isOn={takesLearned} onChange={setTakesLearned}>
              <span className="grow">{words.takesLearned}</span>
            </SwitchRow>
          </div>
        </div>
      </Card>
      <ShipmentDefaultsCard shipment={shipment} isHsCodeInvalid={isHsCodeInvalid} onChange={setShipment} />
      <Card className="col grow" title={words.pickupTitle}>
        <div className="setup-grid">
          <TimeField label={words.ready} value={pickup.readyTime} onChange={(readyTime) => setPickup({ ...pickup, readyTime })} />
          <TimeField label={words.closing} value={pickup.closingTime} onChange={(closingTime) => setPickup({ ...pickup, closingTime })} />
          <Field className="span-2" label={words.zone} value={timeZone} onChange={setTimeZone} />
          <Field
            className="span-6"
            label={words.instructions}
            value={pickup.instructions}
            onChange={(instructions) => setPickup({ ...pickup, instructions })}
          />
        </div>
      </Card>
      <SaveRow tab="defaults" hint={words.hint} isBusy={isBusy} isSaved={isSaved} errors={errors} onSave={save} />
    </>
  );
}

interface ShipmentDefaultsCardProps {
  readonly shipment: ShipmentDefaults;
  readonly isHsCodeInvalid: boolean;
  readonly onChange: (shipment: ShipmentDefaults) => void;
}

/** Defaults for shipments whose order has no value. */
function ShipmentDefaultsCard({ shipment, isHsCodeInvalid, onChange }: ShipmentDefaultsCardProps) {
  const words = text.setup.defaults;
  const form = text.orders.form;
  const isOn = (fact: 'stackable' | 'hasBatteries' | 'returnLabel' | 'ownCustomsInvoice', name: string) => (
    <div className="span-3">
      <SwitchRow isOn={shipment[fact]} onChange={(on) => onChange({ ...shipment, [fact]: on })}>
        <span className="grow">{name}</span>
      </SwitchRow>
    </div>
  );
  return (
    <Card className="col" title={words.shipmentTitle}>
      <div className="setup-grid">
        <div className="span-3">
          <Select
            label={form.type}
            options={consignmentTypes.map((id) => ({ id, name: form.types[id] }))}
            value={shipment.consignmentType}
            onChange={(consignmentType) => onChange({ ...shipment, consignmentType })}
          />
        </div>
        <div className="span-3">
          <Select
            label={form.incoterms}
            options={incoterms.map((id) => ({ id, name: form.incotermNames[id] }))}
            value={shipment.incoterms}
            onChange={(terms) => onChange({ ...shipment, incoterms: terms })}
          />
        </div>
        {isOn('stackable', form.stackable)}
        {isOn('hasBatteries', form.batteries)}
        {isOn('returnLabel', form.returnLabel)}
        {isOn('ownCustomsInvoice', form.ownInvoice)}
        <Field
          className="span-6"
          label={form.instructions}
          value={shipment.deliveryInstructions}
          onChange={(deliveryInstructions) => onChange({ ...shipment, deliveryInstructions })}
        />
        <Field
          className="span-2"
          label={words.hsCode}
          placeholder={words.ask}
          value={shipment.hsCode}
          onChange={(hsCode) => onChange({ ...shipment, hsCode })}
          {...(isHsCodeInvalid && { error: words.invalidHsCode })}
        />
        <Field
          className="span-4"
          label={words.exportDeclaration}
          value={shipment.exportDeclaration}
          onChange={(exportDeclaration) => onChange({ ...shipment, exportDeclaration })}
        />
      </div>
    </Card>
  );
}

function TimeField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const note = isTime(value) ? {} : { error: text.setup.defaults.invalidTime };
  return <Field className="span-2" label={label} value={value} onChange={onChange} {...note} />;
}
