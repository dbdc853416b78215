import { columnsRead } from '../../shared/mapping.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card, Empty } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { HotFolderState } from '../ui/hot-folder-state.tsx';
import { Table } from '../ui/table.tsx';
import { useFrame, useWindowState } from '../window-state.ts';
import { useDraft } from './draft.ts';
import { SaveRow } from './save-row.tsx';
import type { TabProps } from './tab-props.ts';

const columnsShown = 8;

/** Mappings of files with other column names to orders. Each is made in Orders, from such a file. */
export function MappingsTab({ setup: { settings }, isBusy: isSaving, isSaved, onSave }: TabProps) {
  const { station } = useWindowState();
  const words = text.setup.mappings;
  const { send, failure, isBusy } = useIntent();
  const { mappings } = settings;
  const [hotFolder, setHotFolder] = useDraft('mappings.hotFolder', settings.hotFolder);
  const now = useFrame((frame) => frame.hotFolder);
  const take = (files: FileList | null) => {
    for (const file of files ?? []) void file.arrayBuffer().then((bytes) => send(station.importMappings({ bytes: new Uint8Array(bytes) })));
  };
  return (
    <>
      <FailureNote failure={failure} />
      <Card className="col" title={words.hotTitle}>
        <div className="setup-grid">
          <Field className="span-6" label={words.hotFolder} placeholder={words.hotHint} value={hotFolder} onChange={setHotFolder} />
        </div>
        <output className="muted">{now ? <HotFolderState folder={now} /> : words.hotNone}</output>
        <p className="muted">{words.hotNote}</p>
      </Card>
      <div className="row">
        <FileButton isSmall isDisabled={isBusy} onFiles={take}>
          {words.import}
        </FileButton>
        <Button isSmall isDisabled={isBusy || mappings.length === 0} onPress={() => void send(station.exportMappings({}))}>
          {words.export}
        </Button>
        <p className="muted grow">{words.hint}</p>
      </div>
      <section className="card card-flush grow">
        {mappings.length === 0 ? (
          <Empty icon="list" title={words.emptyTitle}>
            {words.empty}
          </Empty>
        ) : (
          <Table
            label={text.setup.tabs.mappings}
            rows={mappings}
            keyOf={({ name }) => name}
            columns={[
              { name: words.columns.name, className: 'strong', cell: ({ name }) => name },
              {
                name: words.columns.reads,
                cell: (mapping) => <span className="muted">{columnsRead(mapping).slice(0, columnsShown).join(', ')}</span>,
              },
              {
                name: words.columns.remove,
                hidesName: true,
                isNumber: true,
                cell: ({ name }) => (
                  <HoldButton
                    isSmall
                    hasKey={false}
                    label={words.removeOf(name)}
                    onHeld={() => onSave({ mappings: mappings.filter((each) => each.name !== name) })}
                  >
                    {words.remove}
                  </HoldButton>
                ),
              },
            ]}
          />
        )}
      </section>
      <SaveRow tab="mappings" isBusy={isSaving} isSaved={isSaved} errors={0} onSave={() => onSave({ hotFolder: hotFolder.trim() })} />
    </>
  );
}
