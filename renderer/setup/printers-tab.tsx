import { type ReactNode, useEffect, useState } from 'react';
import {
  type FoundPrinter,
  type PrinterRole,
  type PrinterSettings,
  type PrinterStatus,
  printerAddressSchema,
  printerOfRole,
  printerRoleSchema,
  routedTo,
} from '../../shared/printer.ts';
import type { Settings } from '../../shared/settings.ts';
import { useIntent, useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import type { Signal } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Empty } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field, Segment } from '../ui/field.tsx';
import { Table } from '../ui/table.tsx';
import { useFrame, useWindowState } from '../window-state.ts';
import { useDraft } from './draft.ts';
import { SaveRow } from './save-row.tsx';
import type { TabProps } from './tab-props.ts';

type RoleChoice = PrinterRole | 'none';

interface Listed extends FoundPrinter {
  readonly role: PrinterRole | null;
}

const byHand = '';
const firstPaper: Record<PrinterRole, Omit<PrinterSettings, 'address'>> = {
  label: { dpi: 203, widthMm: 102, heightMm: 152 },
  document: { dpi: 300, widthMm: 210, heightMm: 297 },
};

export function PrintersTab({ setup: { settings }, isBusy, isSaved, onSave, onFound }: TabProps & { onFound: (count: number) => void }) {
  const { station } = useWindowState();
  const words = text.setup.printers;
  const found = useQuery(() => station.findPrinters({}), []);
  const label = useFrame(({ labelPrinter }) => labelPrinter);
  const document = useFrame(({ documentPrinter }) => documentPrinter);
  const { send, failure, isBusy: isTesting } = useIntent();
  const [told, setTold] = useState('');
  const [picked, setPicked] = useState<string | null>(null);
  const listed = listPrinters(found.value ?? [], settings, { label, document });
  const count = found.value && listed.length;
  useEffect(() => {
    if (count !== undefined) onFound(count);
  }, [count, onFound]);

  const address = picked ?? routedTo(settings.printers, { role: 'label' })?.address ?? listed[0]?.address ?? byHand;
  const lookAgain = async () => {
    found.reload();
    for (const role of printerRoleSchema.options) {
      if (routedTo(settings.printers, { role })) await send(station.askPrinter({ role }));
    }
  };
  const test = async (role: PrinterRole) => {
    setTold('');
    const job = await send(station.printTest({ role }));
    if (job) setTold(words.sent(job.title, text.frame.jobStates[job.state]));
  };
  return (
    <>
      <FailureNote failure={failure ?? found.failure} onRetry={found.reload} />
      <section className="card card-flush printers-list">
        {found.value && listed.length === 0 && (
          <Empty icon="printer" title={words.emptyTitle}>
            {words.empty}
          </Empty>
        )}
        {listed.length > 0 && (
          <Table
            label={words.title}
            rows={listed}
            keyOf={(printer) => printer.address}
            isPicked={(printer) => printer.address === address}
            columns={[
              {
                name: words.columns.printer,
                cell: (printer) => (
                  <Button kind="quiet" className="printers-pick" onPress={() => setPicked(printer.address)}>
                    <span>
                      <b>{printer.name}</b>
                      <span className="muted">{placeOf(printer.address)}</span>
                    </span>
                  </Button>
                ),
              },
              { name: words.columns.role, cell: ({ role }) => (role ? words.roles[role] : words.noRole) },
              {
                name: words.columns.state,
                cell: ({ status }) => (
                  <>
                    <Badge state={signalOf(status)}>{statusText(status)}</Badge>
                    <span className="muted small printers-says">{words.says[status.kind]}</span>
                  </>
                ),
              },
              {
                name: words.columns.test,
                isNumber: true,
                cell: ({ role }) => role && <TestButton role={role} isDisabled={isTesting} onTest={test} />,
              },
            ]}
          />
        )}
      </section>
      <PrinterForm
        key={address}
        address={address}
        name={listed.find((printer) => printer.address === address)?.name ?? words.byHand}
        settings={settings}
        isBusy={isBusy}
        isSaved={isSaved}
        onSave={onSave}
        aside={
          <>
            <output className="muted">{told}</output>
            <Button isSmall kind="quiet" onPress={() => setPicked(byHand)}>
              {words.byHand}
            </Button>
            <Button isSmall kind="quiet" keyName="F7" onPress={() => void lookAgain()}>
              {words.find}
            </Button>
          </>
        }
      />
    </>
  );
}

function TestButton({
  role,
  isDisabled,
  onTest,
}: {
  role: PrinterRole;
  isDisabled: boolean;
  onTest: (role: PrinterRole) => Promise<void>;
}) {
  return (
    <Button isSmall isDisabled={isDisabled} onPress={() => void onTest(role)}>
      {role === 'label' ? text.setup.printers.testLabel : text.setup.printers.testPage}
    </Button>
  );
}

interface PrinterFormProps extends Omit<TabProps, 'setup'> {
  readonly address: string;
  readonly name: string;
  readonly settings: Settings;
  /** Stands at the right of the printer's name. */
  readonly aside: ReactNode;
}

/** What one printer is used for, and the paper in it. */
function PrinterForm({ address: first, name, settings, isBusy, isSaved, onSave, aside }: PrinterFormProps) {
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

function roleOf(settings: Settings, address: string): PrinterRole | null {
  if (address === byHand) return null;
  return printerRoleSchema.options.find((role) => routedTo(settings.printers, { role })?.address === address) ?? null;
}

/** Found printers, and the chosen ones that were not found. The chosen ones say what the top bar says of them, which is newer. */
function listPrinters(found: readonly FoundPrinter[], settings: Settings, statuses: Record<PrinterRole, PrinterStatus>): Listed[] {
  const listed: Listed[] = found.map((printer) => {
    const role = roleOf(settings, printer.address);
    return { ...printer, role, status: role ? statuses[role] : printer.status };
  });
  for (const role of ['document', 'label'] as const) {
    const address = routedTo(settings.printers, { role })?.address;
    if (address && !listed.some((printer) => printer.address === address)) {
      listed.unshift({ address, name: text.setup.printers.roles[role], status: statuses[role], role });
    }
  }
  return listed;
}

function placeOf(address: string): string {
  const words = text.setup.printers;
  if (address.startsWith('tcp://')) return words.tcp(address.slice('tcp://'.length));
  if (address.startsWith('folder:')) return words.folder(address.slice('folder:'.length));
  return words.queue(address.slice('queue:'.length));
}

function signalOf(status: PrinterStatus): Signal {
  switch (status.kind) {
    case 'ready':
    case 'keeps-files':
      return 'done';
    case 'not-ready':
      return 'stop';
    case 'printing':
    case 'cannot-say':
    case 'none':
      return 'working';
  }
}

const statusText = (status: PrinterStatus): string =>
  status.kind === 'not-ready' ? text.frame.printerReasons[status.reason] : text.frame.printers[status.kind];
