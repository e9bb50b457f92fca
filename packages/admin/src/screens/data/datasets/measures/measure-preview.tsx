import { canGroup } from '@inlay/protocol/can-group';
import type { DatasetDraft } from '@inlay/protocol/dataset';
import type { DatasetTrial } from '@inlay/protocol/dataset-api';
import type { DataModel } from '@inlay/protocol/model-api';
import type { Grain } from '@inlay/protocol/query';
import type { Cell, ColumnType } from '@inlay/protocol/result';
import { Button } from '@inlay/ui/controls/button';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { Combobox } from '@inlay/ui/controls/combobox';
import { Select } from '@inlay/ui/controls/select';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../../../api/api.ts';
import { useQuery } from '../../../../api/use-query.ts';
import { formatLocale, useMessages } from '../../../../messages.ts';
import { contextOf } from '../../../../parts/form/context-draft.ts';
import { ContextEditor } from '../../../../parts/form/context-editor.tsx';
import { useTask } from '../../../../parts/form/use-task.ts';
import { definitionOf } from '../dataset-draft.ts';
import type { DatasetTabProps } from '../dataset-tab-props.ts';
import { modelOfConnection } from '../queries.ts';
import { TrialResult } from '../rows/trial-result.tsx';
import { useTrialContext } from '../rows/use-trial-context.ts';
import { SampleTable } from '../sample-table.tsx';
import { toOnePaths } from '../to-one-paths.ts';

const GRAINS = ['day', 'week', 'month', 'quarter', 'year'] as const;
const MAX_ROWS = 50;

interface Tried {
  readonly trial: DatasetTrial;
  readonly draft: DatasetDraft;
  readonly isAsViewer: boolean;
}

/** The unsaved measures, by columns of this dataset or of related ones, over all rows or as a viewer sees them. */
export function MeasurePreview({ form: { values: draft }, connection }: DatasetTabProps): VNode {
  const { measures: t, tryAs } = useMessages('data');
  const hasRelated = draft.relationships.length > 0;
  const model = useQuery(hasRelated ? modelOfConnection(draft.connectionId) : undefined).data;
  const fields = previewFields(draft, model);
  const [left, setLeft] = useState<readonly string[]>([]);
  // Measures over time have values only by date.
  const [columns, setColumns] = useState<readonly string[]>(() => [dateOf(draft.measures) ?? '', '']);
  const [grain, setGrain] = useState<Grain>('month');
  const [isAsViewer, setAsViewer] = useState(false);
  const [context, setContext] = useTrialContext(draft, model);
  const [tried, setTried] = useState<Tried>();
  const { busy, error, run } = useTask();
  const dimensions = columns.flatMap((column) => fields.find(({ name }) => name === column) ?? []);
  const measures = draft.measures.filter(({ name }) => !left.includes(name));
  const preview = () =>
    run(async () => {
      setTried(undefined);
      const query = {
        dimensions: dimensions.map((field) => ({ column: field.name, ...(isTime(field) ? { grain } : {}) })),
        measures: measures.map(({ name }) => name),
        limit: MAX_ROWS,
      };
      const unruled = { ...draft, segmented: false, rowRules: [], groupRules: [] };
      const dataset = definitionOf(isAsViewer ? draft : unruled);
      const body = { dataset, query, context: contextOf(context) };
      setTried({ draft, isAsViewer, trial: await api.post('/datasets/try', { body }) });
    });
  const names = dimensions.map(({ name }) => name);
  return (
    <section class="ui-card" aria-label={t.preview}>
      <h2>{t.preview}</h2>
      {draft.measures.length > 1 && (
        <fieldset class="plain-group">
          <legend class="ui-field-label">{t.previewed}</legend>
          <div class="ui-checkboxes">
            {draft.measures.map(({ name, label }) => (
              <Checkbox
                key={name}
                label={label ?? name}
                checked={!left.includes(name)}
                onChange={(isShown) =>
                  setLeft(isShown ? left.filter((each) => each !== name) : [...left, name])
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      <div class="ui-three">
        {columns.map((column, at) => (
          <Combobox
            key={at}
            label={at === 0 ? t.groupBy : t.thenBy}
            value={column}
            options={[{ value: '', label: t.noGrouping }, ...optionsOf(fields)]}
            onChange={(name) => setColumns(columns.with(at, name))}
          />
        ))}
        {dimensions.some(isTime) && (
          <Select
            label={t.granularity}
            value={grain}
            options={GRAINS.map((each) => ({ value: each, label: t.grains[each] }))}
            onChange={setGrain}
          />
        )}
      </div>
      <Select
        label={t.previewAs}
        value={isAsViewer ? 'viewer' : 'all'}
        options={[
          { value: 'all', label: t.asAll },
          { value: 'viewer', label: t.asViewer },
        ]}
        onChange={(as) => setAsViewer(as === 'viewer')}
      />
      {isAsViewer && (
        <ContextEditor
          value={context}
          onChange={setContext}
          secrets={connection?.reads.some((path) => path.startsWith('secrets.')) ?? false}
        />
      )}
      <div>
        <Button busy={busy} onClick={preview}>
          {t.run}
        </Button>
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {tried && tried.draft !== draft && <p class="ui-small ui-muted">{tryAs.outdated}</p>}
      {tried && (
        <Shown {...tried}>
          <Values tried={tried} names={names} label={t.values} />
        </Shown>
      )}
    </section>
  );
}

function Shown({ trial, draft, isAsViewer, children }: Tried & { readonly children: VNode }): VNode {
  const unruled = { ...draft, segmented: false, rowRules: [], groupRules: [] };
  return (
    <TrialResult trial={trial} draft={isAsViewer ? draft : unruled}>
      {children}
    </TrialResult>
  );
}

interface ValuesProps {
  readonly tried: Tried;
  readonly names: readonly string[];
  readonly label: string;
}

function Values({ tried, names, label }: ValuesProps): VNode | null {
  const result = tried.trial.answer?.result;
  if (!result) return null;
  return (
    <SampleTable
      label={label}
      columns={result.columns.map((each) =>
        names.includes(each.name) ? each : { ...each, values: each.values.map(rounded) },
      )}
      rowCount={result.rowCount}
    />
  );
}

const dateOf = (measures: DatasetDraft['measures']): string | undefined =>
  measures.flatMap((measure) => ('date' in measure ? measure.date : []))[0];

const isTime = ({ type }: PreviewField): boolean => type === 'date' || type === 'datetime';

const optionsOf = (fields: readonly PreviewField[]) =>
  fields.map(({ name, label, path }) => ({
    value: name,
    label,
    ...(path === undefined ? {} : { group: path, fullLabel: `${path}: ${label}` }),
  }));

/** Rounded: the preview is for plausibility, not for the last digit. */
function rounded(cell: Cell): Cell {
  if (cell === null || cell === '' || Number.isNaN(Number(cell))) return cell;
  return Number(cell).toLocaleString(formatLocale(), {
    maximumFractionDigits: 2,
    maximumSignificantDigits: 4,
    roundingPriority: 'morePrecision',
  });
}

/** A column that a query can group by, under the name that the query uses. */
interface PreviewField {
  readonly name: string;
  readonly label: string;
  readonly type: ColumnType;
  /** The relationships to it; absent for the dataset's own columns. */
  readonly path?: string;
}

/** Longer names are unreadable; queries may still use them. */
const MAX_STEPS = 2;

/** The dataset's columns, and those of datasets with at most one row for each of its rows. */
function previewFields(
  { columns, relationships }: Pick<DatasetDraft, 'columns' | 'relationships'>,
  model: DataModel | undefined,
): readonly PreviewField[] {
  const own = columns.filter(canGroup).map(({ name, label, type }) => ({ name, label: label ?? name, type }));
  const related = toOnePaths(relationships, model, MAX_STEPS).flatMap(({ path, dataset }) =>
    dataset.columns.filter(canGroup).map(({ name, label, type }) => ({
      name: `${path}.${name}`,
      label: label ?? name,
      type,
      path,
    })),
  );
  return [...own, ...related];
}
