import type { ReactNode } from 'react';
import {
  type PrinterRole,
  type PrinterSettings,
  printerAddressSchema,
  printerOfRole,
  printerRoleSchema,
  routedTo,
} from '../../shared/printer.ts';
import type { Settings } from '../../shared/settings.ts';
import { text } from '../text/text.ts';
import { Card } from '../ui/card.tsx';
import { Field, Segment } from '../ui/field.tsx';
import { useDraft } from './draft.ts';
import { SaveRow } from './save-row.tsx';
import type { TabProps } from './tab-props.ts';

type RoleChoice = PrinterRole | 'none';

/** Stands for the address of a printer that is not found but typed. */
export const byHand = '';

const firstPaper: Record<PrinterRole, Omit<PrinterSettings, 'address'>> = {
  label: { dpi: 203, widthMm: 102, heightMm: 152 },
  document: { dpi: 300, widthMm: 210, heightMm: 297 },
};

interface PrinterFormProps extends Omit<TabProps, 'setup'> {
  readonly address: string;
  readonly name: string;
  readonly settings: Settings;
  /** Stands at the right of the printer's name. */
  readonly aside: ReactNode;
}

/** What one printer is used for, and the paper in it. */
export function PrinterForm({ address: first, name, settings, isBusy, isSaved, onSave, aside }: PrinterFormProps) {
  const words = text.setup.printers;
  const held = roleOf(settings, first);
  const [address, setAddress] = useDraft(`printers.${first}.address`, first);
  const [role, setRole] = useDraft<RoleChoice>(`printers.${first}.role`, held ?? (first === byHand ? 'label' : 'none'));
  const known = held ? routedTo(settings.printers, { role: held }) : undefined;
  const [dpi, setDpi] = useDraft<'203' | '300'>(`printers.${first}.dpi`, known?.dpi === 300 ? '300' : '203');
  const [width, setWidth] = useDraft(`printers.${first}.width`, known ? String(known.widthMm) : '');
  const [height, setHeight] = useDraft(`printers.${first}.height`, known ? String(known.heightMm) : '');

  const paper = role === 'none' ? null : firstPaper[role];
  const widthMm = Number(width || paper?.widthMm);
  const heightMm = Number(height || paper?.heightMm);
  const isAddressWrong = !printerAddressSchema.safeParse(address.trim()).success;
  const isNothing = address.trim() === '' || (role === 'none' && held === null);
  const wrongs = [isAddressWrong && !isNothing, role !== 'none' && !(widthMm > 0), role !== 'none' && !(heightMm > 0)].filter(
    Boolean,
  ).length;
  const save = () => {
    const printer: PrinterSettings = { address: address.trim(), dpi: dpi === '300' ? 300 : 203, widthMm, heightMm };
    const others = settings.printers.filter(({ route }) => route.role !== held && route.role !== role);
    onSave({ printers: role === 'none' ? others : [...others, printerOfRole(role, printer)] });
  };
  return (
    <>
      <Card className="col grow printer-form" title={name} aside={aside}>
        <Segment
          label={words.role}
          options={[
            { id: 'label', name: words.roles.label },
            { id: 'document', name: words.roles.document },
            { id: 'none', name: words.noRole },
          ]}
          value={role}
          onChange={(id: RoleChoice) => setRole(id)}
        />
        <div className="printers-paper">
          {first === byHand && (
            <Field
              label={words.address}
              placeholder={words.addressHint}
              value={address}
              onChange={setAddress}
              {...(isAddressWrong && address && { wrong: words.wrongAddress })}
            />
          )}
          <Segment
            label={words.dpi}
            options={[
              { id: '203', name: '203' },
              { id: '300', name: '300' },
            ]}
            value={dpi}
            onChange={setDpi}
          />
          <Field
            label={words.width}
            unit="mm"
            takes="number"
            value={width}
            placeholder={paper ? String(paper.widthMm) : ''}
            onChange={setWidth}
            {...(role !== 'none' && !(widthMm > 0) && { wrong: words.wrongSize })}
          />
          <Field
            label={words.height}
            unit="mm"
            takes="number"
            value={height}
            placeholder={paper ? String(paper.heightMm) : ''}
            onChange={setHeight}
            {...(role !== 'none' && !(heightMm > 0) && { wrong: words.wrongSize })}
          />
        </div>
        {first === byHand && <p className="muted small">{words.addressTold}</p>}
      </Card>
      <SaveRow tab="printers" isBusy={isBusy} isSaved={isSaved} isDisabled={isNothing} wrongs={wrongs} onSave={save} />
    </>
  );
}

export function roleOf(settings: Settings, address: string): PrinterRole | null {
  if (address === byHand) return null;
  return printerRoleSchema.options.find((role) => routedTo(settings.printers, { role })?.address === address) ?? null;
}
