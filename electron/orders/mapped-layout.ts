import { columnsRead, type MappedField, type Mapping, mappedText } from '../../shared/mapping.ts';
import { type Cells, cell, type Layout } from './layout.ts';
import { plainLayout } from './plain-layout.ts';

/** Reads a file whose columns are named otherwise as our own layout. */
export function mappedLayout(mapping: Mapping): Layout {
  const read = new Set(columnsRead(mapping));
  const sources = Object.entries(mapping.fields) as [MappedField, NonNullable<Mapping['fields'][MappedField]>][];
  const fields = new Set<string>(sources.map(([field]) => field));
  const ours = (cells: Cells): Cells =>
    new Map(sources.map(([field, source]) => [field, mappedText(field, source, (column) => cell(cells, column)).trim()]));
  return {
    keyColumn: mapping.fields.order?.columns[0] ?? '',
    used: (column) => read.has(column),
    needless: () => false,
    readOrder: (key, rows, reading) =>
      plainLayout.readOrder(
        key,
        rows.map((row) => ({ ...row, cells: ours(row.cells) })),
        { ...reading, columns: fields },
      ),
  };
}
