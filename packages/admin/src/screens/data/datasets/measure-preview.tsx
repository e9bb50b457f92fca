import type { DatasetTrial } from '@inlay/protocol/dataset-api';
import type { Grain } from '@inlay/protocol/query';
import type { Cell } from '@inlay/protocol/result';
import { Button } from '@inlay/ui/button';
import { Combobox } from '@inlay/ui/combobox';
import { Notice } from '@inlay/ui/notice';
import { Select } from '@inlay/ui/select';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../../api/api.ts';
import { adminLocale, useMessages } from '../../../messages.ts';
import { contextOf, emptyContext } from '../../../parts/context-draft.ts';
import { useTask } from '../../../parts/use-task.ts';
import { definitionOf } from './dataset-draft.ts';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { SampleTable } from './sample-table.tsx';

const GRAINS = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** The unsaved measures over all rows. */
export function MeasurePreview({ form: { values: draft } }: Pick<DatasetTabProps, 'form'>): VNode {
  const t = useMessages('data').measures;
  const [column, setColumn] = useState('');
  const [grain, setGrain] = useState<Grain>('month');
  const [trial, setTrial] = useState<DatasetTrial>();
  const { busy, error, run } = useTask();
  const type = draft.columns.find(({ name }) => name === column)?.type;
  const isTime = type === 'date' || type === 'datetime';
  const preview = () =>
    run(async () => {
      setTrial(undefined);
      const all = definitionOf({ ...draft, segmented: false, rowRules: [], groupRules: [] });
      const dimensions = column === '' ? [] : [{ column, ...(isTime ? { grain } : {}) }];
      const query = { dimensions, measures: draft.measures.map(({ name }) => name), limit: 50 };
      const context = contextOf({
        ...emptyContext,
        workspaceId: draft.workspaceId ?? emptyContext.workspaceId,
      });
      setTrial(await api.post('/datasets/try', { body: { dataset: all, query, context } }));
    });
  const result = trial?.answer?.result;
  return (
    <section class="ui-card" aria-label={t.preview}>
      <h2>{t.preview}</h2>
      <div class="ui-three">
        <Combobox
          label={t.groupBy}
          value={column}
          options={[
            { value: '', label: t.noGrouping },
            ...draft.columns
              .filter((each) => each.type !== 'json')
              .map(({ name, label }) => ({ value: name, label: label ?? name })),
          ]}
          onChange={setColumn}
        />
        {isTime && (
          <Select
            label={t.granularity}
            value={grain}
            options={GRAINS.map((each) => ({ value: each, label: t.grains[each] }))}
            onChange={setGrain}
          />
        )}
      </div>
      <div>
        <Button busy={busy} onClick={preview}>
          {t.run}
        </Button>
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {trial?.refusal && <Notice tone="warning">{trial.refusal}</Notice>}
      {result && (
        <SampleTable
          label={t.values}
          columns={result.columns.map((each) =>
            each.name === column ? each : { ...each, values: each.values.map(rounded) },
          )}
          rowCount={result.rowCount}
        />
      )}
    </section>
  );
}

/** Rounded: the preview is for plausibility, not for the last digit. */
function rounded(cell: Cell): Cell {
  if (cell === null || cell === '' || Number.isNaN(Number(cell))) return cell;
  return Number(cell).toLocaleString(adminLocale(), {
    maximumFractionDigits: 2,
    maximumSignificantDigits: 4,
    roundingPriority: 'morePrecision',
  });
}
