import type { EditorDataset } from '@inlay/editor/editor-backend';
import type { FilterControl } from '@inlay/protocol/filter-control';
import { IconButton } from '@inlay/ui/icon-button';
import type { VNode } from 'preact';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';

interface FilterControlsProps {
  readonly filters: readonly FilterControl[];
  readonly datasets: readonly EditorDataset[];
  readonly onChange: (filters: readonly FilterControl[]) => void;
}

type ColumnControl = Exclude<FilterControl, { readonly kind: 'hierarchy' }>;

const kindWords: Readonly<Record<ColumnControl['kind'], string>> = {
  dropdown: 'One value',
  'multi-select': 'Several values',
  'date-range': 'Period',
  slider: 'Range of numbers',
  search: 'Search',
};

/** What viewers may narrow the whole story by. */
export function FilterControls({ filters, datasets, onChange }: FilterControlsProps): VNode {
  const add = () => {
    const [dataset] = datasets;
    const column = dataset?.columns.find(({ type }) => type === 'string') ?? dataset?.columns[0];
    if (!dataset || !column) return;
    const taken = new Set(filters.map(({ id }) => id));
    let number = filters.length + 1;
    while (taken.has(`filter-${number}`)) number += 1;
    const { name, label } = column;
    onChange([
      ...filters,
      { id: `filter-${number}`, label, datasetId: dataset.id, column: name, kind: 'dropdown' },
    ]);
  };
  return (
    <details open={filters.length > 0}>
      <summary>Filters for viewers</summary>
      <div class="stack-tight">
        {filters.map((control, index) => (
          <fieldset key={control.id} class="control-card" aria-label={`Filter ${control.label}`}>
            <div class="stack-tight">
              {control.kind === 'hierarchy' ? (
                <p class="small">
                  <strong>{control.label}</strong>: {control.levels.join(' › ')}. Hierarchies are changed in
                  files and the API.
                </p>
              ) : (
                <ControlFields
                  control={control}
                  datasets={datasets}
                  onChange={(next) => onChange(filters.with(index, next))}
                />
              )}
            </div>
            <IconButton
              icon="close"
              label={`Remove the filter ${control.label}`}
              onPress={() => onChange(filters.toSpliced(index, 1))}
            />
          </fieldset>
        ))}
        <Button disabled={datasets.length === 0} onPress={add}>
          Add a filter
        </Button>
      </div>
    </details>
  );
}

interface ControlFieldsProps {
  readonly control: ColumnControl;
  readonly datasets: readonly EditorDataset[];
  readonly onChange: (control: FilterControl) => void;
}

function ControlFields({ control, datasets, onChange }: ControlFieldsProps): VNode {
  const { id, label, datasetId, column, kind, tiles, dependsOn } = control;
  const columns = datasets.find((dataset) => dataset.id === datasetId)?.columns ?? [];
  // A default is of the former kind or column: it goes with them.
  const put = (changes: Partial<Pick<ColumnControl, 'datasetId' | 'column' | 'kind'>>) =>
    onChange({
      id,
      label,
      datasetId,
      column,
      kind,
      ...(tiles && { tiles }),
      ...(dependsOn && { dependsOn }),
      ...changes,
    } as FilterControl);
  return (
    <>
      <Field label="Label">
        <input
          class="input"
          value={label}
          onInput={(event) => onChange({ ...control, label: event.currentTarget.value })}
        />
      </Field>
      <Field label="Dataset">
        <select
          class="input select"
          value={datasetId}
          onChange={({ currentTarget: { value } }) =>
            put({
              datasetId: value,
              column: datasets.find((dataset) => dataset.id === value)?.columns[0]?.name ?? '',
            })
          }
        >
          {datasets.map((dataset) => (
            <option key={dataset.id} value={dataset.id}>
              {dataset.name}
            </option>
          ))}
        </select>
      </Field>
      <div class="two">
        <Field label="Column">
          <select
            class="input select"
            value={column}
            onChange={(event) => put({ column: event.currentTarget.value })}
          >
            {columns.map((each) => (
              <option key={each.name} value={each.name}>
                {each.label}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Kind">
          <select
            class="input select"
            value={kind}
            onChange={(event) => put({ kind: event.currentTarget.value as ColumnControl['kind'] })}
          >
            {Object.entries(kindWords).map(([key, words]) => (
              <option key={key} value={key}>
                {words}
              </option>
            ))}
          </select>
        </Field>
      </div>
    </>
  );
}
