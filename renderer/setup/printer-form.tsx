import type { ReactNode } from 'react';
import {
  labelPrinterNamed,
  type Printer,
  type PrinterRole,
  type PrinterSettings,
  printerAddressSchema,
  withPrinter,
} from '../../shared/printer.ts';
import type { PrinterAbout } from '../../shared/printer-about.ts';
import { warningsOf } from '../../shared/printer-warning.ts';
import type { Settings } from '../../shared/settings.ts';
import { sentenceOf } from '../text/sentences.ts';
import { text } from '../text/text.ts';
import { Card } from '../ui/card.tsx';
import { Field, Segment, SwitchRow } from '../ui/field.tsx';
import { useDraft } from './draft.ts';
import { SaveRow } from './save-row.tsx';
import type { TabProps } from './tab-props.ts';

/** Uses of a printer in Setup. */
export type PrinterPurpose = PrinterRole | 'standby';
type PurposeChoice = PrinterPurpose | 'none';

/** Value for a printer address that is typed, not found. */
export const byHand = '';

const firstPaper: Record<PrinterRole, Omit<PrinterSettings, 'address'>> = {
  label: { dpi: 203, widthMm: 102, heightMm: 152 },
  document: { dpi: 300, widthMm: 210, heightMm: 297 },
};

interface PrinterFormProps extends Omit<TabProps, 'setup'> {
  readonly address: string;
  readonly name: string;
  /** The printer's own data, if it reported any. */
  readonly about: PrinterAbout | undefined;
  readonly settings: Settings;
  /** Shown at the right of the printer's name. */
  readonly aside: ReactNode;
}

const usePrinterDraft = <T,>(address: string, name: string, kept: T) => useDraft<T>(`printers.${address}.${name}`, kept);

/** Use and paper of one printer. */
export function PrinterForm({ address: first, name, about, settings, isBusy, isSaved, onSave, aside }: PrinterFormProps) {
  const words = text.setup.printers;
  const known = settings.printers.find((printer) => printer.address === first && first !== byHand);
  const { input, set } = usePrinterInput(first, known, about);
  const { address, purpose, dpi } = input;
  const role: PrinterRole = purpose === 'document' ? 'document' : 'label';
  const paper = purpose === 'none' ? null : firstPaper[role];
  const widthMm = Number(input.width || paper?.widthMm);
  const heightMm = Number(input.height || paper?.heightMm);
  const warnings = about && purpose !== 'none' ? warningsOf({ dpi: dpi === '300' ? 300 : 203, widthMm }, about) : [];
  const isAddressInvalid = !printerAddressSchema.safeParse(address.trim()).success;
  const isNameTaken =
    purpose === 'label' &&
    input.called.trim() !== '' &&
    labelPrinterNamed(
      settings.printers.filter((each) => each !== known),
      input.called,
    ) !== undefined;
  const isNothing = address.trim() === '' || (purpose === 'none' && !known);
  const errors = [
    isAddressInvalid && !isNothing,
    isNameTaken,
    purpose !== 'none' && !(widthMm > 0),
    purpose !== 'none' && !(heightMm > 0),
  ].filter(Boolean).length;
  const save = () => {
    const others = settings.printers.filter((printer) => printer !== known);
    onSave({ printers: purpose === 'none' ? others : withPrinter(settings.printers, printerOf(input, purpose, { widthMm, heightMm })) });
  };
  return (
    <>
      <Card className="col grow printer-form" title={name} aside={aside}>
        <Segment
          label={words.role}
          options={[
            { id: 'label', name: words.roles.label },
            { id: 'standby', name: words.roles.standby },
            { id: 'document', name: words.roles.document },
            { id: 'none', name: words.noRole },
          ]}
          value={purpose}
          onChange={(id: PurposeChoice) => set.purpose(id)}
        />
        <div className="printers-paper">
          {first === byHand && (
            <Field
              label={words.address}
              placeholder={words.addressHint}
              value={address}
              onChange={set.address}
              {...(isAddressInvalid && address && { error: words.invalidAddress })}
            />
          )}
          <Segment
            label={words.dpi}
            options={[
              { id: '203', name: '203' },
              { id: '300', name: '300' },
            ]}
            value={dpi}
            onChange={set.dpi}
          />
          <Field
            label={words.width}
            unit="mm"
            takes="number"
            value={input.width}
            placeholder={paper ? String(paper.widthMm) : ''}
            onChange={set.width}
            {...(purpose !== 'none' && !(widthMm > 0) && { error: words.invalidSize })}
          />
          <Field
            label={words.height}
            unit="mm"
            takes="number"
            value={input.height}
            placeholder={paper ? String(paper.heightMm) : ''}
            onChange={set.height}
            {...(purpose !== 'none' && !(heightMm > 0) && { error: words.invalidSize })}
          />
        </div>
        {first === byHand && <p className="muted small">{words.addressNote}</p>}
        {about && <p className="muted small">{words.about(about)}</p>}
        {warnings.map((warning) => (
          <p key={warning.code} className="look-ink">
            <b>{sentenceOf(words.warnings, warning)}</b>
          </p>
        ))}
        {(purpose === 'label' || purpose === 'standby') && <LabelUse input={input} set={set} isNameTaken={isNameTaken} />}
        {purpose === 'standby' && <p className="muted small">{words.standbyHint}</p>}
      </Card>
      <SaveRow tab="printers" isBusy={isBusy} isSaved={isSaved} isDisabled={isNothing} errors={errors} onSave={save} />
    </>
  );
}

/** Unsaved input for one printer, and its setters. */
function usePrinterInput(first: string, known: Printer | undefined, about: PrinterAbout | undefined) {
  const [address, setAddress] = usePrinterDraft(first, 'address', first);
  const usual: PurposeChoice = known ? purposeOf(known) : first === byHand ? 'label' : 'none';
  const [purpose, setPurpose] = usePrinterDraft<PurposeChoice>(first, 'role', usual);
  const [dpi, setDpi] = usePrinterDraft<'203' | '300'>(first, 'dpi', (known?.dpi ?? about?.dpi) === 300 ? '300' : '203');
  const [width, setWidth] = usePrinterDraft(first, 'width', String(known?.widthMm ?? about?.widthMm ?? ''));
  const [height, setHeight] = usePrinterDraft(first, 'height', String(known?.heightMm ?? about?.heightMm ?? ''));
  const [called, setCalled] = usePrinterDraft(first, 'called', known?.name ?? '');
  const [couriers, setCouriers] = usePrinterDraft(first, 'couriers', known?.route.couriers?.join(', ') ?? '');
  const [isOfSize, setOfSize] = usePrinterDraft(first, 'size', (known?.route.labelSize ?? null) !== null);
  const [isShared, setShared] = usePrinterDraft(first, 'shared', known?.isShared === true);
  return {
    input: { address, purpose, dpi, width, height, called, couriers, isOfSize, isShared },
    set: {
      address: setAddress,
      purpose: setPurpose,
      dpi: setDpi,
      width: setWidth,
      height: setHeight,
      called: setCalled,
      couriers: setCouriers,
      isOfSize: setOfSize,
      isShared: setShared,
    },
  };
}

type PrinterInput = ReturnType<typeof usePrinterInput>;

/** The printer as it is saved. Only a label printer has a name, couriers and a label size. */
function printerOf(
  { address, dpi, called, couriers, isOfSize, isShared }: PrinterInput['input'],
  purpose: PrinterPurpose,
  size: Pick<PrinterSettings, 'widthMm' | 'heightMm'>,
) {
  const named = couriers.split(',').flatMap((name) => name.trim() || []);
  const hasRules = purpose === 'label';
  return {
    address: address.trim(),
    dpi: dpi === '300' ? 300 : 203,
    ...size,
    ...(isShared && { isShared }),
    ...(hasRules && called.trim() && { name: called.trim() }),
    route: {
      role: purpose === 'document' ? 'document' : 'label',
      format: null,
      labelSize: hasRules && isOfSize ? size : null,
      ...(hasRules && named.length > 0 && { couriers: named }),
      isStandby: purpose === 'standby',
    },
  } satisfies Omit<Printer, 'id'>;
}

/** Name, couriers and label size of a label printer, and if another bench shares it. */
function LabelUse({ input, set, isNameTaken }: PrinterInput & { readonly isNameTaken: boolean }) {
  const words = text.setup.printers;
  return (
    <div className="printers-paper">
      {input.purpose === 'label' && (
        <Field
          label={words.name}
          placeholder={words.nameHint}
          value={input.called}
          onChange={(typed) => set.called(typed.slice(0, 40))}
          {...(isNameTaken && { error: words.nameTaken })}
        />
      )}
      {input.purpose === 'label' && (
        <Field label={words.couriers} placeholder={words.couriersHint} value={input.couriers} onChange={set.couriers} />
      )}
      {input.purpose === 'label' && (
        <SwitchRow isOn={input.isOfSize} onChange={set.isOfSize}>
          {words.ofSize}
        </SwitchRow>
      )}
      <SwitchRow isOn={input.isShared} onChange={set.isShared}>
        {words.shared}
      </SwitchRow>
    </div>
  );
}

export const purposeOf = ({ route }: Pick<Printer, 'route'>): PrinterPurpose => (route.isStandby ? 'standby' : route.role);
