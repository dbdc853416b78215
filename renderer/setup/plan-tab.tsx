import { text } from '../text/text.ts';
import { Card } from '../ui/card.tsx';
import { Segment } from '../ui/field.tsx';
import { useDraft } from './draft.ts';
import { SaveRow } from './save-row.tsx';
import type { TabProps } from './tab-props.ts';

const limits = { none: null, small: 1500, large: 2500 } as const;
type LimitName = keyof typeof limits;

export function PlanTab({ setup: { settings }, isBusy, isSaved, onSave }: TabProps) {
  const words = text.setup.plan;
  const [limit, setLimit] = useDraft<LimitName | null>('plan.limit', limitName(settings.monthLimit));
  return (
    <>
      <Card className="col grow" title={words.title}>
        <Segment
          label={words.limit}
          options={[
            { id: 'none', name: words.none },
            { id: 'small', name: words.small },
            { id: 'large', name: words.large },
          ]}
          value={limit}
          onChange={(id: LimitName) => setLimit(id)}
        />
        <p className="muted">{words.hint}</p>
      </Card>
      <SaveRow
        tab="plan"
        isBusy={isBusy}
        isSaved={isSaved}
        onSave={() => onSave({ monthLimit: limit === null ? settings.monthLimit : limits[limit] })}
      />
    </>
  );
}

function limitName(limit: number | null): LimitName | null {
  if (limit === null) return 'none';
  if (limit === limits.small) return 'small';
  return limit === limits.large ? 'large' : null;
}
