import { useEffect, useState } from 'react';
import { testLabelCode } from '../../shared/command-keys.ts';
import { type FoundPrinter, type Printer, type PrinterStatus, printerRoleSchema, routedTo } from '../../shared/printer.ts';
import type { Settings } from '../../shared/settings.ts';
import { useScanTarget } from '../key-presses.ts';
import { useIntent, useQuery } from '../query.ts';
import { stateWords } from '../ship/print-job.ts';
import { sentenceOf } from '../text/sentences.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Table } from '../ui/table.tsx';
import { useFrame, useWindowState } from '../window-state.ts';
import { PrinterBadge } from './printer-badge.tsx';
import { byHand, PrinterForm, purposeOf } from './printer-form.tsx';
import type { TabProps } from './tab-props.ts';

interface Listed extends Omit<FoundPrinter, 'status'> {
  /** Undefined until it was queried. */
  readonly status: PrinterStatus | undefined;
  /** The printer in Setup, if it is there. */
  readonly printer: Printer | null;
}

export function PrintersTab({ setup: { settings }, isBusy, isSaved, onSave, onFound }: TabProps & { onFound: (count: number) => void }) {
  const { station } = useWindowState();
  const words = text.setup.printers;
  const label = useFrame(({ labelPrinter }) => labelPrinter);
  const document = useFrame(({ documentPrinter }) => documentPrinter);
  // The top bar shows the printer in hand, which may be any of them. When that changes, all are queried again.
  const found = useQuery('printers', () => station.findPrinters({}), [JSON.stringify([label, document, settings.printers])]);
  const { send, failure, isBusy: isTesting } = useIntent();
  const searching = useIntent();
  const [networked, setNetworked] = useState<readonly FoundPrinter[]>([]);
  const [notice, setNotice] = useState('');
  const [readBack, setReadBack] = useState<'no' | 'waits' | 'read'>('no');
  useScanTarget(
    readBack === 'no'
      ? undefined
      : (code) => {
          if (code.trim() === testLabelCode) setReadBack('read');
          else void send(station.scan({ code }));
        },
  );
  const [picked, setPicked] = useState<string | null>(null);
  const others = networked.filter(({ address }) => !found.value?.some((each) => each.address === address));
  const listed = listPrinters([...(found.value ?? []), ...others], settings);
  const count = found.value && listed.length;
  useEffect(() => {
    if (count !== undefined) onFound(count);
  }, [count, onFound]);

  const shown = (of: string) => listed.find((printer) => printer.address === of);
  const address = picked ?? routedTo(settings.printers, { role: 'label' })?.address ?? listed[0]?.address ?? byHand;
  const lookAgain = async () => {
    found.reload();
    for (const role of printerRoleSchema.options) {
      if (routedTo(settings.printers, { role })) await send(station.askPrinter({ role }));
    }
  };
  const search = async () => {
    const inNetwork = await searching.send(station.searchPrinters({}));
    if (!inNetwork) return;
    setNetworked(inNetwork);
    setNotice(words.foundInNetwork(inNetwork.length));
  };
  const test = async ({ id, route: { role } }: Printer) => {
    setNotice('');
    const job = await send(station.printTest({ role, printerId: id }));
    if (!job) return;
    setNotice(words.sent(job.title, stateWords(job)));
    setReadBack(role === 'label' ? 'waits' : 'no');
  };
  return (
    <>
      <FailureNote failure={failure ?? searching.failure ?? found.failure} onRetry={found.reload} />
      <section className="card card-flush printers-list">
        {found.value && listed.length === 0 && (
          <Empty icon="printer" title={words.emptyTitle}>
            {words.empty}
          </Empty>
        )}
        {listed.length > 0 && <PrinterTable listed={listed} address={address} isTesting={isTesting} onPick={setPicked} onTest={test} />}
      </section>
      {readBack !== 'no' && (
        <output className="card notice" data-state={readBack === 'read' ? 'done' : 'look'}>
          <p>
            <b>{readBack === 'read' ? words.testRead : words.testScan}</b> {words.testLook}
          </p>
        </output>
      )}
      <PrinterForm
        key={address}
        address={address}
        name={shown(address)?.name ?? words.byHand}
        about={shown(address)?.about}
        settings={settings}
        isBusy={isBusy}
        isSaved={isSaved}
        onSave={onSave}
        aside={
          <>
            <output className="muted">{notice}</output>
            <Button isSmall kind="quiet" onPress={() => setPicked(byHand)}>
              {words.byHand}
            </Button>
            <Button isSmall kind="quiet" onPress={() => void lookAgain()}>
              {words.find}
            </Button>
            {searching.isBusy ? (
              <Button isSmall means="leave" onPress={() => void send(station.stopSearch({}))}>
                {words.stopSearch}
              </Button>
            ) : (
              <Button isSmall kind="quiet" means="check" onPress={() => void search()}>
                {words.search}
              </Button>
            )}
          </>
        }
      />
    </>
  );
}

interface PrinterTableProps {
  readonly listed: readonly Listed[];
  /** Address of the picked printer. */
  readonly address: string;
  readonly isTesting: boolean;
  readonly onPick: (address: string) => void;
  readonly onTest: (printer: Printer) => Promise<void>;
}

function PrinterTable({ listed, address, isTesting, onPick, onTest }: PrinterTableProps) {
  const words = text.setup.printers;
  return (
    <Table
      label={words.title}
      rows={listed}
      keyOf={(printer) => printer.address}
      isPicked={(printer) => printer.address === address}
      columns={[
        {
          name: words.columns.printer,
          cell: (printer) => (
            <Button kind="quiet" className="printers-pick" onPress={() => onPick(printer.address)}>
              <span>
                <b>{printer.name}</b>
                <span className="muted">{placeOf(printer.address)}</span>
              </span>
            </Button>
          ),
        },
        { name: words.columns.role, cell: ({ printer }) => (printer ? words.roles[purposeOf(printer)] : words.noRole) },
        {
          name: words.columns.state,
          cell: ({ status, warnings = [] }) => (
            <>
              {status && (
                <>
                  <PrinterBadge status={status} />
                  {status.kind !== 'not-ready' && <span className="muted small printers-status">{words.status[status.kind]}</span>}
                </>
              )}
              {warnings.map((warning) => (
                <span key={warning.code} className="small printers-status">
                  {sentenceOf(words.warnings, warning)}
                </span>
              ))}
            </>
          ),
        },
        {
          name: words.columns.test,
          isNumber: true,
          cell: ({ printer }) => printer && <TestButton printer={printer} isDisabled={isTesting} onTest={onTest} />,
        },
      ]}
    />
  );
}

function TestButton({
  printer,
  isDisabled,
  onTest,
}: {
  printer: Printer;
  isDisabled: boolean;
  onTest: (printer: Printer) => Promise<void>;
}) {
  return (
    <Button isSmall isDisabled={isDisabled} onPress={() => void onTest(printer)}>
      {printer.route.role === 'label' ? text.setup.printers.testLabel : text.setup.printers.testPage}
    </Button>
  );
}

/** Found printers, and chosen ones that were not found. */
function listPrinters(found: readonly FoundPrinter[], { printers }: Settings): Listed[] {
  const { roles } = text.setup.printers;
  const listed = found.map((each): Listed => {
    const printer = printers.find(({ address }) => address === each.address) ?? null;
    const name = printer?.name ?? (printer && each.name === each.address ? roles[purposeOf(printer)] : each.name);
    return { ...each, name, printer };
  });
  const others = printers.filter(({ address }) => !found.some((each) => each.address === address));
  const chosen = others.map(
    (printer): Listed => ({
      address: printer.address,
      name: printer.name ?? roles[purposeOf(printer)],
      status: undefined,
      printer,
    }),
  );
  return [...chosen, ...listed];
}

/** The place of a printer, in words. */
export function placeOf(address: string): string {
  const words = text.setup.printers;
  const texts: Readonly<Record<string, (place: string) => string>> = {
    'tcp://': words.tcp,
    'device:': words.device,
    'folder:': words.folder,
    'queue:': words.queue,
  };
  const way = Object.keys(texts).find((start) => address.startsWith(start)) ?? '';
  return texts[way]?.(address.slice(way.length)) ?? address;
}
