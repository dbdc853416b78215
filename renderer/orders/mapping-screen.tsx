import './mapping.css';
import { useState } from 'react';
import type { Address } from '../../shared/address.ts';
import type { DryRun } from '../../shared/ipc.ts';
import {
  emptySource,
  type FieldSource,
  type MappedField,
  type Mapping,
  mappedFields,
  mappingWrongs,
  unitsOf,
} from '../../shared/mapping.ts';
import type { OrderLine } from '../../shared/order-line.ts';
import { ok } from '../../shared/result.ts';
import { weightText } from '../../shared/units.ts';
import { useIntent, useQuery } from '../query.ts';
import { rowReasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field, Select } from '../ui/field.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { Table } from '../ui/table.tsx';
import { useWindowState } from '../window-state.ts';

interface MappingScreenProps {
  readonly file: string;
  readonly columns: readonly string[];
  /** The first rows of the file, one cell per column. */
  readonly rows: readonly (readonly string[])[];
  readonly proposal: Mapping;
  readonly onClose: () => void;
}

/** Maps the file's columns to Packbench's, and previews the result for the whole file before anything is imported. */
export function MappingScreen({ file, columns, rows, proposal, onClose }: MappingScreenProps) {
  const { station } = useWindowState();
  const words = text.mapping;
  const [mapping, setMapping] = useState(proposal);
  const { send, failure, isBusy } = useIntent();
  const missing = mappingWrongs(mapping);
  const isWhole = missing.length === 0;
  // Without an order number, nothing can be tried.
  const tried = useQuery<DryRun | undefined>(null, async () => (isWhole ? station.tryMapping({ mapping }) : ok(undefined)), [
    JSON.stringify([mapping.fields, mapping.otherwise]),
    isWhole,
  ]);
  const run = isWhole ? tried.value : undefined;
  const change = (field: MappedField, source: FieldSource | null) => {
    const { [field]: _before, ...others } = mapping.fields;
    setMapping({ ...mapping, fields: source ? { ...others, [field]: source } : others });
  };
  const save = async () => {
    if (await send(station.saveMapping({ mapping }))) onClose();
  };
  return (
    <>
      <Band
        size="compact"
        state={failure ? 'look' : isBusy ? 'working' : isWhole ? 'ready' : 'look'}
        message={failure ? text.failures[failure.code].what : isWhole ? words.status(file) : words.missing[missing[0] ?? 'name']}
      />
      <div className="body mapping">
        <Card isFlush className="col mapping-fields" title={words.fieldsTitle}>
          <div className="mapping-name">
            <Field label={words.name} value={mapping.name} onChange={(name) => setMapping({ ...mapping, name })} />
          </div>
          <ul className="list mapping-list">
            {mappedFields.map((field) => (
              <li key={field}>
                <FieldRow
                  field={field}
                  source={mapping.fields[field] ?? null}
                  columns={columns}
                  firstOf={(column) => rows.map((row) => row[columns.indexOf(column)] ?? '').find(Boolean) ?? ''}
                  onChange={(source) => change(field, source)}
                />
              </li>
            ))}
            {proposal.otherwise && (
              <li>
                <OtherAddress
                  address={proposal.otherwise}
                  isUsed={mapping.otherwise !== undefined}
                  onChange={(isUsed) => {
                    const { otherwise: _before, ...others } = mapping;
                    setMapping(isUsed ? { ...others, otherwise: proposal.otherwise } : others);
                  }}
                />
              </li>
            )}
          </ul>
        </Card>
        <Card className="col mapping-run" title={words.runTitle}>
          <FailureNote failure={failure ?? tried.failure} onRetry={tried.reload} hasButton={failure === null} />
          {run ? <Outcome run={run} columns={columns.length} /> : <p className="muted">{words.notTried}</p>}
        </Card>
        {run && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the arrow keys have to reach it
          <section className="card card-flush mapping-preview" tabIndex={0} aria-label={words.previewTitle}>
            <Preview run={run} />
          </section>
        )}
      </div>
      <Foot>
        <p className="statement">{words.statement}</p>
        <Button kind="quiet" means="leave" onPress={onClose}>
          {words.cancel}
        </Button>
        <Primary means="save" isDisabled={!isWhole || isBusy} onPress={() => void save()}>
          {words.save}
        </Primary>
      </Foot>
    </>
  );
}

interface FieldRowProps {
  readonly field: MappedField;
  readonly source: FieldSource | null;
  readonly columns: readonly string[];
  readonly firstOf: (column: string) => string;
  readonly onChange: (source: FieldSource | null) => void;
}

/** No column has this name, because column names are trimmed. */
const none = ' ';
const sameForAll = '  ';

function FieldRow({ field, source, columns, firstOf, onChange }: FieldRowProps) {
  const words = text.mapping;
  const name = words.fields[field];
  const own = columns.map((column) => ({ id: column, name: column }));
  const options = [{ id: none, name: words.notInFile }, ...(field === 'order' ? [] : [{ id: sameForAll, name: words.sameForAll }]), ...own];
  const [first, second] = source?.columns ?? [];
  const choose = (chosen: string) => {
    if (chosen === none) onChange(null);
    else if (chosen === sameForAll) onChange({ ...emptySource, constant: source?.constant ?? '' });
    else onChange({ ...(source ?? emptySource), columns: [chosen, ...(source?.columns.slice(1) ?? [])], constant: '' });
  };
  const units = unitsOf(field);
  const isJoinable = field !== 'order' && units.length === 0;
  return (
    <div className="mapping-row">
      <Select label={name} options={options} value={source ? (first ?? sameForAll) : none} onChange={choose} />
      {source && first === undefined && (
        <Field label={words.textFor(name)} value={source.constant} onChange={(constant) => onChange({ ...source, constant })} />
      )}
      {source && first !== undefined && isJoinable && (
        <Select
          label={words.joinedWith(name)}
          options={[{ id: none, name: words.joinedWithNone }, ...own]}
          value={second ?? none}
          onChange={(chosen) => onChange({ ...source, columns: chosen === none ? [first] : [first, chosen] })}
        />
      )}
      {source && first !== undefined && units.length > 0 && (
        <UnitSelect field={field} source={source} columns={columns} onChange={onChange} />
      )}
      {first !== undefined && <small className="muted mono mapping-sample">{firstOf(first)}</small>}
    </div>
  );
}

/** The unit of every row, or the column that contains it. */
function UnitSelect({
  field,
  source,
  columns,
  onChange,
}: Pick<FieldRowProps, 'field' | 'columns'> & { readonly source: FieldSource; readonly onChange: (source: FieldSource) => void }) {
  const words = text.mapping;
  const units = unitsOf(field);
  const [ours] = units;
  const { unitColumn, ...others } = source;
  // A unit does not begin with a blank.
  const options = [
    ...units.map((unit) => ({ id: unit, name: unit })),
    ...columns.map((column) => ({ id: ` ${column}`, name: words.unitIn(column) })),
  ];
  const choose = (chosen: string) => {
    const unit = units.find((each) => each === chosen);
    onChange(unit === undefined ? { ...source, unitColumn: chosen.slice(1) } : { ...others, unit: unit === ours ? null : unit });
  };
  return (
    <Select
      label={words.unitOf(words.fields[field])}
      options={options}
      value={unitColumn === undefined ? (source.unit ?? ours ?? null) : ` ${unitColumn}`}
      onChange={choose}
    />
  );
}

interface OtherAddressProps {
  readonly address: NonNullable<Mapping['otherwise']>;
  readonly isUsed: boolean;
  readonly onChange: (isUsed: boolean) => void;
}

/** Address of an order whose delivery address is empty. */
function OtherAddress({ address, isUsed, onChange }: OtherAddressProps) {
  const words = text.mapping;
  const columns = Object.values(address).flatMap((source) => source?.columns ?? []);
  return (
    <div className="mapping-row">
      <Select
        label={words.ifEmpty}
        options={[
          { id: 'other', name: words.otherAddress },
          { id: 'ask', name: words.noOtherAddress },
        ]}
        value={isUsed ? 'other' : 'ask'}
        onChange={(chosen) => onChange(chosen === 'other')}
      />
      <small className="muted mono mapping-sample">{columns.join(', ')}</small>
    </div>
  );
}

/** Every row is counted in exactly one of three groups, so that the sum can be checked. */
function Outcome({ run, columns }: { run: DryRun; columns: number }) {
  const words = text.mapping;
  return (
    <>
      <output className="mapping-tally">
        <span>{words.tally(run)}</span>
        <b>{words.orders(run.orders, run.held)}</b>
      </output>
      {run.unused.length > 0 && (
        <p className="small">
          {words.unused(run.unused.length, columns)} <span className="mono">{run.unused.join(', ')}</span>
        </p>
      )}
      <ul className="list mapping-problems">
        {run.problems
          .toSorted((one, other) => one.line - other.line)
          .map((problem) => (
            <li key={`${problem.line} ${rowReasonText(problem)}`}>
              <span className="what grow">
                <b>{text.orders.line(problem.line, problem.orderKey)}</b>
                <span>{rowReasonText(problem)}</span>
              </span>
            </li>
          ))}
      </ul>
    </>
  );
}

type Previewed = DryRun['preview'][number];

function Preview({ run }: { run: DryRun }) {
  const words = text.mapping;
  const hasItems = run.preview.some(({ order }) => order.lines.length > 0);
  return (
    <Table
      label={words.previewTitle}
      rows={run.preview}
      keyOf={({ line, order }) => `${line} ${order.key}`}
      columns={[
        { name: words.line, isNumber: true, cell: ({ line }) => line },
        { name: words.fields.order, className: 'mono strong', cell: ({ order }) => order.key },
        { name: words.fields.name, cell: ({ order }) => [order.recipient.name, order.recipient.company].filter(Boolean).join(', ') },
        { name: words.address, cell: ({ order }) => addressLine(order.recipient) },
        ...(hasItems ? [{ name: words.items, cell: ({ order }: Previewed) => itemsLine(order.lines) }] : []),
        {
          name: words.fields.weight_kg,
          isNumber: true,
          cell: ({ order }) =>
            order.parcels.map(({ weightGrams }) => (weightGrams === null ? text.orders.noWeight : weightText(weightGrams))).join(' + '),
        },
      ]}
    />
  );
}

/** Enough to see whether quantity and name come from the right columns. */
const itemsPreviewed = 3;

function itemsLine(lines: readonly OrderLine[]): string {
  const shown = lines.slice(0, itemsPreviewed).map(({ quantity, name }) => `${text.ship.times(quantity)} ${name}`);
  return [...shown, ...(lines.length > itemsPreviewed ? [text.ship.moreItems(lines.length - itemsPreviewed)] : [])].join(', ');
}

const addressLine = (to: Address): string =>
  [[to.street, to.houseNumber, to.street2].filter(Boolean).join(' '), [to.postalCode, to.city].filter(Boolean).join(' '), to.country]
    .filter(Boolean)
    .join(', ');
