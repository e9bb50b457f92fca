import type { EditorDataset } from '@inlay/editor/editor-backend';
import { Button } from '@inlay/ui/button';
import { Field } from '@inlay/ui/field';
import { IconButton } from '@inlay/ui/icon-button';
import type { VNode } from 'preact';
import { Levels } from '../content/levels.tsx';
import { type Drill, levelsOf, newDrill } from './drill-draft.ts';

interface DrillEditorProps {
  readonly drills: readonly Drill[];
  readonly datasets: readonly EditorDataset[];
  readonly onChange: (drills: readonly Drill[]) => void;
}

const MOST = 20;

/** Drill-downs: a click on Germany in a chart by country continues with its regions. */
export function DrillEditor({ drills, datasets, onChange }: DrillEditorProps): VNode {
  const first = datasets.find(({ columns }) => columns.length > 1);
  return (
    <div class="stack-tight">
      <p class="ui-field-hint">
        A click on a bar or a point of a chart that is grouped by one level goes on with the next one inside
        it.
      </p>
      {drills.map((drill, at) => (
        <fieldset key={drill.id} class="control-card" aria-label={`Way down ${drill.label}`}>
          <div class="stack-tight">
            <Field label="Label">
              <input
                class="ui-input"
                maxLength={128}
                value={drill.label}
                onInput={(event) => onChange(drills.with(at, { ...drill, label: event.currentTarget.value }))}
              />
            </Field>
            <Field label="Dataset">
              <select
                class="ui-input ui-select"
                value={drill.datasetId}
                onChange={({ currentTarget: { value } }) => {
                  const dataset = datasets.find(({ id }) => id === value);
                  if (dataset) onChange(drills.with(at, { ...drill, ...levelsOf(dataset) }));
                }}
              >
                {datasets
                  .filter(({ columns }) => columns.length > 1)
                  .map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
              </select>
            </Field>
            <Levels
              levels={drill.levels}
              columns={datasets.find(({ id }) => id === drill.datasetId)?.columns ?? []}
              onChange={(levels) => onChange(drills.with(at, { ...drill, levels }))}
            />
          </div>
          <IconButton
            icon="close"
            label={`Remove the way down ${drill.label}`}
            onClick={() => onChange(drills.toSpliced(at, 1))}
          />
        </fieldset>
      ))}
      <div>
        <Button
          disabled={!first || drills.length >= MOST}
          onClick={() => {
            if (first) onChange([...drills, newDrill(drills, first)]);
          }}
        >
          Add a way down
        </Button>
      </div>
    </div>
  );
}
