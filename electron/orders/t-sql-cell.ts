import { NotTaken } from './database-rows.ts';

/** A column as the driver describes it. */
export interface Column {
  readonly colName: string;
  readonly type: { readonly name: string };
  readonly scale?: number | undefined;
  /** In bytes. */
  readonly dataLength?: number | undefined;
}

/** Returns a value of the driver as text in the format of the server; null as an empty text. */
export function cellText(value: unknown, column: Column): string {
  if (value === null || value === undefined) return '';
  if (column.type.name === 'Variant') throw unreadable(column);
  if (typeof value === 'number') return numberText(value, column);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value instanceof Date) return timeText(value, column.type.name);
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex').toUpperCase()}`;
  return String(value as string | bigint);
}

/** Up to this value a number of the driver has every digit that the server sent. */
const mostUnits = 1e15;
const moneyScale = 4;
const realDigits = 7;

function numberText(value: number, column: Column): string {
  const { type, scale, dataLength } = column;
  const digits = /^(?:decimal|numeric)/i.test(type.name) ? scale : /money/i.test(type.name) ? moneyScale : undefined;
  if (digits !== undefined) {
    if (Math.abs(value) * 10 ** digits >= mostUnits) throw unreadable(column);
    return value.toFixed(digits);
  }
  const isReal = type.name === 'Real' || (type.name === 'FloatN' && dataLength === Float32Array.BYTES_PER_ELEMENT);
  return String(isReal ? Number(value.toPrecision(realDigits)) : value);
}

/** The driver is set to read times without a zone as UTC, so they do not change. Fractions of a second are left out if they are zero. */
function timeText(value: Date, type: string): string {
  const [day = '', time = ''] = value
    .toISOString()
    .replace(/\.000Z$|Z$/, '')
    .split('T');
  if (type === 'Date') return day;
  if (type === 'Time') return time;
  return `${day} ${time}${type === 'DateTimeOffset' ? '+00:00' : ''}`;
}

const unreadable = ({ colName }: Column): NotTaken => new NotTaken({ code: 'database-cell-unreadable', column: colName });
