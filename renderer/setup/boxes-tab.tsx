import type { Box } from '../../shared/order.ts';
import { readSize, sizeDigits } from '../../shared/units.ts';
import { text } from '../text/text.ts';
import { Barcode } from '../ui/barcode.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Empty } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { useDraft } from './draft.ts';
import { SaveRow } from './save-row.tsx';
import type { TabProps } from './tab-props.ts';

/** A box while it is edited. */
interface Draft {
  readonly id: string;
  readonly name: string;
  readonly size: string;
  readonly weight: string;
}

export function BoxesTab({ setup, isBusy, isSaved, onSave }: TabProps) {
  const words = text.setup.boxes;
  const [drafts, setDrafts] = useDraft<readonly Draft[]>('boxes.list', setup.settings.boxes.map(draftOf));
  const read = drafts.map(readDraft);
  const boxes = read.filter((box) => box !== undefined);
  const change = (index: number, part: Partial<Draft>) =>
    setDrafts(drafts.map((draft, at) => (at === index ? { ...draft, ...part } : draft)));
  return (
    <>
      <Card className="col grow setup-boxes" title={text.setup.tabs.boxes}>
        {drafts.length === 0 && (
          <Empty icon="parcel" title={words.emptyTitle}>
            {words.empty}
          </Empty>
        )}
        <div className="boxes-list">
          {drafts.map((draft, index) => (
            <div key={draft.id} className="boxes-row">
              <Field
                label={words.name}
                value={draft.name}
                onChange={(name) => change(index, { name })}
                {...(!draft.name.trim() && { error: words.invalidName })}
              />
              <Field
                label={words.size}
                placeholder={words.sizeHint}
                value={draft.size}
                onChange={(size) => change(index, { size })}
                {...(readSize(draft.size) === undefined && { error: words.invalidSize })}
              />
              <Field
                label={words.weight}
                unit="g"
                takes="number"
                value={draft.weight}
                onChange={(weight) => change(index, { weight })}
                {...(readWhole(draft.weight) === undefined && { error: words.invalidWeight })}
              />
              <span className="code">
                <Barcode code={draft.id} />
              </span>
              <Button
                kind="quiet"
                isSmall
                label={words.removeOf(draft.name)}
                onPress={() => setDrafts(drafts.filter((_each, at) => at !== index))}
              >
                {words.remove}
              </Button>
            </div>
          ))}
        </div>
        <div>
          <Button isSmall onPress={() => setDrafts([...drafts, { id: freeId(drafts), name: '', size: '', weight: '0' }])}>
            <Icon name="plus" />
            {words.add}
          </Button>
        </div>
      </Card>
      <SaveRow
        tab="boxes"
        hint={words.hint}
        isBusy={isBusy}
        isSaved={isSaved}
        errors={drafts.length - boxes.length}
        onSave={() => onSave({ boxes })}
      />
    </>
  );
}

const draftOf = (box: Box): Draft => ({
  id: box.id,
  name: box.name,
  size: sizeDigits(box),
  weight: String(box.emptyWeightGrams),
});

function readDraft({ id, name, size, weight }: Draft): Box | undefined {
  const lengths = readSize(size);
  const emptyWeightGrams = readWhole(weight);
  if (!lengths || emptyWeightGrams === undefined || !name.trim()) return undefined;
  return { id, name: name.trim(), ...lengths, emptyWeightGrams };
}

const readWhole = (digits: string): number | undefined => (/^\d{1,6}$/.test(digits.trim()) ? Number(digits) : undefined);

/** The first free id of BOX4, BOX5 …. A box keeps its id, and with it its bar code. */
function freeId(drafts: readonly Draft[]): string {
  let number = drafts.length + 1;
  while (drafts.some(({ id }) => id === `BOX${number}`)) number += 1;
  return `BOX${number}`;
}
