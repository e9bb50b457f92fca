import type { EditorDataset } from '@inlay/editor/editor-backend';
import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { Levels } from '../content/levels.tsx';
import { type Drill, levelsOf, newDrill } from './drill-draft.ts';

interface DrillEditorProps {
  readonly drills: readonly Drill[];
  /** Undefined while they are loaded. */
  readonly datasets: readonly EditorDataset[] | undefined;
  readonly onChange: (drills: readonly Drill[]) => void;
}

const MAX_DRILLS = 20;

/** Drill-downs: a click on Germany in a chart by country continues with its regions. */
export function DrillEditor({ drills, datasets, onChange }: DrillEditorProps): VNode {
  const t = useMessages('content').dashboards.drill;
  const usable = datasets?.filter(({ columns }) => columns.length > 1);
  const [first] = usable ?? [];
  const change = (at: number, changes: Partial<Drill>) =>
    onChange(drills.with(at, { ...(drills[at] as Drill), ...changes }));
  return (
    <div class="ui-stack-tight">
      <p class="ui-field-hint">{t.hint}</p>
      {drills.map((drill, at) => (
        <fieldset key={drill.id} class="control-card" aria-label={t.name({ label: drill.label })}>
          <div class="ui-stack-tight">
            <TextField
              label={t.label}
              maxLength={128}
              value={drill.label}
              onChange={(label) => change(at, { label })}
            />
            <Select
              label={t.dataset}
              value={drill.datasetId}
              options={usable?.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(value) => {
                const dataset = usable?.find(({ id }) => id === value);
                if (dataset) change(at, levelsOf(dataset));
              }}
            />
            <Levels
              levels={drill.levels}
              columns={datasets && (datasets.find(({ id }) => id === drill.datasetId)?.columns ?? [])}
              onChange={(levels) => change(at, { levels })}
            />
          </div>
          <IconButton
            icon="close"
            label={t.remove({ label: drill.label })}
            onClick={() => onChange(drills.toSpliced(at, 1))}
          />
        </fieldset>
      ))}
      <div>
        <Button
          busy={!datasets}
          disabled={!first || drills.length >= MAX_DRILLS}
          onClick={() => {
            if (first) onChange([...drills, newDrill(drills, first)]);
          }}
        >
          {t.add}
        </Button>
      </div>
    </div>
  );
}
