import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** True if the cells are self-explanatory; the name is then for screen readers only. */
  readonly hidesName?: boolean;
  readonly className?: string;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** True if each row has a second line. */
  readonly isTall?: boolean;
  readonly isPicked?: (row: Row) => boolean;
}

/** Rows divided by one hairline. Actions are buttons in their row. */
export function Table<Row>({ label, columns, rows, keyOf, isTall, isPicked }: TableProps<Row>) {
  return (
    <table className={`table ${isTall ? 'table-tall' : ''}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} className={column.isNumber ? 'num' : ''} scope="col">
              {column.hidesName ? <span className="unseen">{column.name}</span> : column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={isPicked?.(row) ? 'is-picked' : ''}>
            {columns.map((column) => (
              <td key={column.name} className={`${column.isNumber ? 'num' : ''} ${column.className ?? ''}`}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
