import type { DecidedForm, PaperPlace, Places } from '../../shared/sheet-class.ts';
import { useIntent } from '../query.ts';
import { momentText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card, Empty } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Select } from '../ui/field.tsx';
import { Table } from '../ui/table.tsx';
import { useWindowState } from '../window-state.ts';
import { useDraft } from './draft.ts';
import { SaveRow } from './save-row.tsx';
import type { TabProps } from './tab-props.ts';

const wordsShown = 6;

/** Destination of copies and documents that come with a label, and the shift lead's decisions about couriers' forms. */
export function PapersTab({ setup: { settings }, isBusy, isSaved, onSave }: TabProps) {
  const { station } = useWindowState();
  const words = text.setup.papers;
  const { send, failure } = useIntent();
  const [papers, setPapers] = useDraft<Places>('papers.papers', settings.papers);
  const places = (['label-printer', 'document-printer', 'kept'] as const).map((id) => ({ id, name: words.places[id] }));
  const place = (is: keyof Places) => (
    <Select label={words.of[is]} options={places} value={papers[is]} onChange={(to: PaperPlace) => setPapers({ ...papers, [is]: to })} />
  );
  return (
    <>
      <FailureNote failure={failure} />
      <Card className="col" title={words.title}>
        <div className="setup-grid">
          <div className="span-3">{place('copy')}</div>
          <div className="span-3">{place('document')}</div>
        </div>
        <p className="muted">{words.hint}</p>
      </Card>
      <section className="card card-flush grow">
        {settings.forms.length === 0 ? (
          <Empty icon="printer" title={words.emptyTitle}>
            {words.empty}
          </Empty>
        ) : (
          <Table
            label={words.forms}
            rows={settings.forms}
            keyOf={({ id }) => id}
            columns={[
              { name: words.columns.service, cell: ({ service }) => service },
              { name: words.columns.form, cell: (form) => <q className="muted">{form.words.slice(0, wordsShown).join(' ')}</q> },
              { name: words.columns.is, cell: ({ is }) => <b>{words.classes[is]}</b> },
              { name: words.columns.by, cell: (form) => <span className="muted">{decidedByText(form)}</span> },
              {
                name: words.columns.forget,
                isNumber: true,
                cell: ({ id }) => (
                  <Button isSmall kind="quiet" onPress={() => void send(station.forgetForm({ id }))}>
                    {words.forget}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </section>
      <SaveRow tab="papers" hint={words.saveHint} isBusy={isBusy} isSaved={isSaved} onSave={() => onSave({ papers })} />
    </>
  );
}

const decidedByText = ({ decidedBy, decidedAt }: DecidedForm): string => text.setup.papers.decidedBy(decidedBy, momentText(decidedAt));
