import type { DatasetTrial } from '@inlay/protocol/dataset-api';
import type { Grain } from '@inlay/protocol/query';
import type { Cell } from '@inlay/protocol/result';
import { Button } from '@inlay/ui/button';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../../api/ask.ts';
import { contextOf, emptyContext } from '../../../parts/context-draft.ts';
import { useTask } from '../../../parts/use-task.ts';
import { definitionOf } from './dataset-draft.ts';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { SampleTable } from './sample-table.tsx';

const grains: readonly Grain[] = ['day', 'week', 'month', 'quarter', 'year'];

/** The measures over all rows, as they are typed: whether they say what was meant. */
export function MeasurePreview({ draft }: DatasetTabProps): VNode {
  const [column, setColumn] = useState('');
  const [grain, setGrain] = useState<Grain>('month');
  const [trial, setTrial] = useState<DatasetTrial>();
  const { busy, error, run } = useTask();
  const type = draft.columns.find(({ name }) => name === column)?.type;
  const isTime = type === 'date' || type === 'datetime';
  const look = () =>
    run(async () => {
      setTrial(undefined);
      const all = definitionOf({ ...draft, segmented: false, rowRules: [], groupRules: [] });
      const dimensions = column === '' ? [] : [{ column, ...(isTime ? { grain } : {}) }];
      const query = { dimensions, measures: draft.measures.map(({ name }) => name), limit: 50 };
      const context = contextOf({
        ...emptyContext,
        workspaceId: draft.workspaceId ?? emptyContext.workspaceId,
      });
      setTrial(await ask<DatasetTrial>('POST', 'datasets/try', { dataset: all, query, context }));
    });
  const result = trial?.answer?.result;
  return (
    <section class="ui-card" aria-label="See the measures">
      <h2>See the measures</h2>
      <div class="three">
        <Field label="For each">
          <select
            class="ui-input ui-select"
            value={column}
            onChange={(event) => setColumn(event.currentTarget.value)}
          >
            <option value="">all rows together</option>
            {draft.columns
              .filter((each) => each.type !== 'json')
              .map(({ name, label }) => (
                <option key={name} value={name}>
                  {label ?? name}
                </option>
              ))}
          </select>
        </Field>
        {isTime && (
          <Field label="By">
            <select
              class="ui-input ui-select"
              value={grain}
              onChange={(event) => setGrain(event.currentTarget.value as Grain)}
            >
              {grains.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
          </Field>
        )}
      </div>
      <div>
        <Button busy={busy} onClick={look}>
          Compute
        </Button>
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {trial?.refusal && <Notice tone="warning">{trial.refusal}</Notice>}
      {result && (
        <SampleTable
          label="The measures"
          columns={result.columns.map((each) =>
            each.name === column ? each : { ...each, values: each.values.map(rounded) },
          )}
          rowCount={result.rowCount}
        />
      )}
    </section>
  );
}

const number = new Intl.NumberFormat('en', {
  maximumFractionDigits: 2,
  maximumSignificantDigits: 4,
  roundingPriority: 'morePrecision',
});

/** Rounded for reading: the preview is for plausibility, not for the last digit. */
const rounded = (cell: Cell): Cell =>
  cell === null || cell === '' || Number.isNaN(Number(cell)) ? cell : number.format(Number(cell));
