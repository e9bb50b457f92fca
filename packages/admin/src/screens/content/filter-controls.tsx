import type { EditorBackend, EditorDataset } from '@inlay/editor/editor-backend';
import type { FilterControl } from '@inlay/protocol/filter-control';
import { Button } from '@inlay/ui/controls/button';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { Field } from '@inlay/ui/controls/field';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { Select } from '@inlay/ui/controls/select';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { FilterDefault } from './filter-default.tsx';
import {
  columnOf,
  dependingOn,
  type FilterKind,
  filterProblem,
  kindsFor,
  newControl,
  withColumn,
  withDataset,
  withKind,
} from './filter-draft.ts';
import { FilterPresets } from './filter-presets.tsx';
import { FilterRange } from './filter-range.tsx';
import { type FilterTarget, FilterTargets } from './filter-targets.tsx';
import { ColumnSelect, Levels } from './levels.tsx';

interface FilterControlsProps {
  readonly filters: readonly FilterControl[];
  /** Undefined while they are loaded. */
  readonly datasets: readonly EditorDataset[] | undefined;
  readonly backend: EditorBackend;
  /** The charts that are shown with the filters. */
  readonly tiles: readonly FilterTarget[];
  readonly onChange: (filters: readonly FilterControl[]) => void;
}

/** The filters of a story or dashboard. */
export function FilterControls(props: FilterControlsProps): VNode {
  const { filters, datasets, backend, tiles, onChange } = props;
  const t = useMessages('content').shared.filters;
  const [added, setAdded] = useState<readonly string[]>([]);
  return (
    <div class="ui-stack-tight">
      {filters.map((control, index) => (
        <fieldset key={control.id} class="control-card" aria-label={t.filter({ label: control.label })}>
          <details open={added.includes(control.id)}>
            <summary>
              <strong>{control.label}</strong> {t.kinds[control.kind]}
            </summary>
            <div class="ui-stack-tight">
              <ControlFields
                control={control}
                others={filters.filter(({ id }) => id !== control.id)}
                datasets={datasets}
                backend={backend}
                tiles={tiles}
                onChange={(next) => onChange(filters.with(index, next))}
              />
            </div>
          </details>
          <IconButton
            icon="close"
            label={t.remove({ label: control.label })}
            onClick={() => onChange(without(filters, control.id))}
          />
        </fieldset>
      ))}
      <div>
        <Button
          busy={!datasets}
          disabled={datasets?.length === 0}
          onClick={() => {
            const control = newControl(filters, datasets ?? []);
            if (!control) return;
            setAdded([...added, control.id]);
            onChange([...filters, control]);
          }}
        >
          {t.add}
        </Button>
      </div>
    </div>
  );
}

/** Removes a filter, and dependencies on it. */
function without(filters: readonly FilterControl[], gone: string): readonly FilterControl[] {
  return filters
    .filter(({ id }) => id !== gone)
    .map((control) =>
      control.dependsOn?.includes(gone)
        ? dependingOn(
            control,
            control.dependsOn.filter((id) => id !== gone),
          )
        : control,
    );
}

interface ControlFieldsProps {
  readonly control: FilterControl;
  readonly others: readonly FilterControl[];
  readonly datasets: readonly EditorDataset[] | undefined;
  readonly backend: EditorBackend;
  readonly tiles: readonly FilterTarget[];
  readonly onChange: (control: FilterControl) => void;
}

function ControlFields(props: ControlFieldsProps): VNode {
  const { control, others, datasets, backend, tiles, onChange } = props;
  const t = useMessages('content').shared.filters;
  const dataset = datasets?.find(({ id }) => id === control.datasetId);
  const columns = datasets && (dataset?.columns ?? []);
  const column = columns?.find(({ name }) => name === columnOf(control));
  const kinds = column ? kindsFor(column) : [];
  const narrowing = others.filter(({ datasetId }) => datasetId === control.datasetId);
  const { dependsOn = [] } = control;
  return (
    <>
      <Field label={t.label}>
        <input
          class="ui-input"
          value={control.label}
          onInput={(event) => onChange({ ...control, label: event.currentTarget.value })}
        />
      </Field>
      <div class="ui-two">
        <Select
          label={t.dataset}
          value={control.datasetId}
          options={
            datasets && [
              ...(dataset ? [] : [{ value: control.datasetId, label: control.datasetId }]),
              ...datasets.map(({ id, name }) => ({ value: id, label: name })),
            ]
          }
          onChange={(value) => {
            const chosen = datasets?.find(({ id }) => id === value);
            if (chosen) onChange(withDataset(control, chosen));
          }}
        />
        <Field label={t.kind}>
          <select
            class="ui-input ui-select"
            value={control.kind}
            onChange={(event) =>
              dataset && onChange(withKind(control, event.currentTarget.value as FilterKind, dataset))
            }
          >
            {(kinds.includes(control.kind) ? kinds : [...kinds, control.kind]).map((kind) => (
              <option key={kind} value={kind}>
                {t.kinds[kind]}
              </option>
            ))}
          </select>
        </Field>
      </div>
      {control.kind === 'hierarchy' ? (
        <Levels
          levels={control.levels}
          columns={columns}
          onChange={(levels) => onChange({ ...control, levels })}
        />
      ) : (
        <ColumnSelect
          label={t.column}
          columns={columns}
          value={control.column}
          onChange={(name) => {
            const chosen = columns?.find((each) => each.name === name);
            if (chosen) onChange(withColumn(control, chosen));
          }}
        />
      )}
      {column && control.kind !== 'hierarchy' && (
        <FilterDefault control={control} column={column} backend={backend} onChange={onChange} />
      )}
      {control.kind === 'date-range' && <FilterPresets control={control} onChange={onChange} />}
      {control.kind === 'slider' && (
        <FilterRange control={control} problem={filterProblem(control, t)} onChange={onChange} />
      )}
      <FilterTargets control={control} tiles={tiles} onChange={onChange} />
      {narrowing.length > 0 && (
        <fieldset class="ui-checkboxes">
          <legend class="ui-field-label">{t.dependsOn}</legend>
          {narrowing.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={label}
              checked={dependsOn.includes(id)}
              onChange={(checked) =>
                onChange(
                  dependingOn(
                    control,
                    checked ? [...dependsOn, id] : dependsOn.filter((other) => other !== id),
                  ),
                )
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
