import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** True where the cells say it all; the name is then only read aloud. */
  readonly hidesName?: boolean;
  readonly className?: string;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** True where each row has a second line. */
  readonly isTall?: boolean;
  readonly isPicked?: (row: Row) => boolean;
}

/** Rows divided by one hairline. What acts is a button in its row. */
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
