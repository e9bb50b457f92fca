import type { BuilderColumn } from '@inlay/content/builder';
import type { FilterControl } from '@inlay/protocol/filter-control';
import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { CanvasContext } from '../canvas-context.ts';
import { isNumber, kindsFor, levelsBelow } from './filter-kinds.ts';

type Kind = FilterControl['kind'];

/** Edits the filters of the dashboard. */
export function FiltersPanel({ canvas }: { readonly canvas: CanvasContext }): VNode {
  const { builder, opened } = canvas;
  const messages = builder.messages.value;
  const { filters = [] } = opened.editor.content.value;
  const set = (next: readonly FilterControl[], key?: string) =>
    opened.editor.change(
      ({ filters: _, ...content }) => ({ ...content, ...(next.length > 0 && { filters: next }) }),
      key,
    );
  return (
    <>
      {filters.length === 0 ? <p class="ui-field-hint">{messages.noFilters}</p> : null}
      <ul class="bld-filter-list">
        {filters.map((control) => (
          <li key={control.id}>
            <TextField
              hideLabel
              label={messages.label}
              maxLength={128}
              value={control.label}
              onChange={(label) => {
                if (label.trim() === '') return;
                set(
                  filters.map((each) => (each.id === control.id ? { ...each, label } : each)),
                  `filter:${control.id}`,
                );
              }}
            />
            <small>{messages.filterKinds[control.kind]}</small>
            <IconButton
              icon="trash"
              label={`${messages.remove}: ${control.label}`}
              onClick={() => set(filters.filter(({ id }) => id !== control.id))}
            />
          </li>
        ))}
      </ul>
      <NewFilter
        canvas={canvas}
        onAdd={(control) => {
          set([...filters, control]);
          void opened.autosave.flush();
        }}
      />
    </>
  );
}

interface NewFilterProps {
  readonly canvas: CanvasContext;
  readonly onAdd: (control: FilterControl) => void;
}

function NewFilter({ canvas, onAdd }: NewFilterProps): VNode | null {
  const { builder } = canvas;
  const messages = builder.messages.value;
  const { datasets } = builder.data.value;
  const datasetId = useSignal(useMemo(() => canvas.likelyDataset(), []) ?? '');
  const dataset = datasets.find(({ id }) => id === datasetId.value) ?? datasets[0];
  // Numeric columns last: most are ids and amounts that nobody filters by.
  const columns = (dataset?.columns.filter(({ type }) => type !== 'json') ?? []).toSorted(
    (a, b) => Number(isNumber(a)) - Number(isNumber(b)),
  );
  const column = useSignal('');
  const below = useSignal('');
  const chosenKind = useSignal<Kind | undefined>(undefined);
  const found = columns.find(({ name }) => name === column.value) ?? columns[0];
  if (!dataset || !found) return null;
  const kinds = kindsFor(found, columns);
  const kind =
    chosenKind.value && kinds.includes(chosenKind.value) ? chosenKind.value : (kinds[0] ?? 'dropdown');
  const others = levelsBelow(found, columns);
  const level = others.find(({ name }) => name === below.value) ?? others[0];

  const add = () => {
    const taken = (canvas.opened.editor.content.value.filters ?? []).map(({ id }) => id);
    const shared = { id: filterId(found.name, taken), label: found.label, datasetId: dataset.id };
    onAdd(
      kind === 'hierarchy'
        ? { ...shared, kind, levels: [found.name, level?.name ?? found.name] }
        : ({ ...shared, kind, column: found.name } as FilterControl),
    );
  };
  const named = (list: readonly BuilderColumn[]) => list.map(({ name, label }) => ({ value: name, label }));
  return (
    <section class="bld-new-filter" aria-label={messages.addFilter}>
      <h3 class="ui-field-label">{messages.addFilter}</h3>
      {datasets.length > 1 ? (
        <Select
          label={messages.dataset}
          value={dataset.id}
          options={datasets.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => {
            datasetId.value = id;
            column.value = '';
          }}
        />
      ) : null}
      <Select
        label={messages.column}
        value={found.name}
        options={named(columns)}
        onChange={(name) => {
          column.value = name;
          chosenKind.value = undefined;
        }}
      />
      <Select
        label={messages.filterKind}
        value={kind}
        options={kinds.map((each) => ({ value: each, label: messages.filterKinds[each] }))}
        onChange={(next) => {
          chosenKind.value = next;
        }}
      />
      {kind === 'hierarchy' && level ? (
        <Select
          label={messages.level}
          value={level.name}
          options={named(others)}
          onChange={(name) => {
            below.value = name;
          }}
        />
      ) : null}
      <Button wide onClick={add}>
        {messages.addFilter}
      </Button>
    </section>
  );
}

/**
 * A readable id, since host pages write it: the column's name with invalid characters replaced, and numbered if it is
 * taken. `filters.channel=Web` then sets the filter on `channel`, and its picker shows it.
 */
function filterId(column: string, taken: readonly string[]): string {
  const base =
    column
      .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
      .slice(0, 100)
      .replaceAll(/^[._-]+|[._-]+$/g, '') || 'filter';
  let id = base;
  for (let number = 2; taken.includes(id); number += 1) id = `${base}-${number}`;
  return id;
}
