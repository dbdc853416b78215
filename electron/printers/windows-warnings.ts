import type { PrinterSettings } from '../../shared/printer.ts';
import type { PrinterWarning } from '../../shared/printer-warning.ts';
import type { WindowsDriver, WindowsForm, WindowsPaper, WindowsQueue } from './winspool.ts';

type Stock = Pick<PrinterSettings, 'widthMm' | 'heightMm'>;

/** Tolerance: drivers round paper sizes, some to whole millimetres and some to sixteenths of an inch. */
const sameMm = 2;
const isOfSize = (paper: WindowsPaper, stock: Stock): boolean =>
  Math.abs(paper.widthMm - stock.widthMm) <= sameMm && Math.abs(paper.heightMm - stock.heightMm) <= sameMm;

/** The driver's paper that is nearest to the stock, or undefined if none has that size. */
export const formOf = (forms: readonly WindowsForm[], stock: Stock): WindowsForm | undefined =>
  forms.filter((form) => isOfSize(form, stock)).toSorted((one, other) => awayFrom(one, stock) - awayFrom(other, stock))[0];
const awayFrom = ({ widthMm, heightMm }: WindowsPaper, stock: Stock): number =>
  Math.abs(widthMm - stock.widthMm) + Math.abs(heightMm - stock.heightMm);

/** True if the driver passes bytes on unchanged and therefore needs ZPL. */
export const isRawDriver = (name: string): boolean => /generic \/ text only|zdesigner|\bzpl\b/i.test(name);

const [shared, elsewhere] = [0x8, 0x10];
const makesPages = 0x2;

/** Windows' description of a printer; undefined means not known. */
export interface WindowsSetup {
  readonly queue: WindowsQueue;
  readonly driver: WindowsDriver | undefined;
  readonly forms: readonly WindowsForm[] | undefined;
  readonly isProtected: boolean;
}

/** Settings that would spoil labels. Missing information gives no warning. */
export function windowsWarnings(
  { queue, driver, forms, isProtected }: WindowsSetup,
  stock: Stock & Pick<PrinterSettings, 'isShared'>,
): PrinterWarning[] {
  const { widthMm, heightMm } = stock;
  const isRaw = isRawDriver(queue.driver);
  const takesNoZpl = isRaw && driver !== undefined && (driver.version >= 4 || (driver.attributes & makesPages) !== 0);
  const lacksStock = !isRaw && forms !== undefined && !formOf(forms, stock) && !(queue.paper && isOfSize(queue.paper, stock));
  const has = (bit: number): boolean => (queue.attributes & bit) !== 0;
  return [
    ...(takesNoZpl ? [{ code: 'driver-takes-no-zpl', driver: queue.driver } as const] : []),
    ...(isProtected ? [{ code: 'protected-print' } as const] : []),
    ...(lacksStock ? [{ code: 'stock-missing', widthMm, heightMm } as const] : []),
    // If Setup marks the printer as shared, labels of other benches are not mistaken for ours, so no warning is needed.
    ...(has(shared) && stock.isShared !== true ? [{ code: 'queue-shared' } as const] : []),
    ...(has(elsewhere) ? [{ code: 'queue-elsewhere' } as const] : []),
  ];
}
