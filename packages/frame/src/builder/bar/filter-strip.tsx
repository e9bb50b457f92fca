import type { FilterControl } from '@inlay/protocol/filter-control';
import type { FilterValue } from '@inlay/protocol/frame-messages';
import { Icon } from '@inlay/ui/icon';
import { openPopover } from '@inlay/ui/open-popover';
import type { VNode } from 'preact';
import { FilterPanel } from '../../filters/filter-panel.tsx';
import { filterText, isUnset } from '../../filters/filter-text.ts';
import type { AskValues } from '../../filters/panel-props.ts';
import type { Workbench } from '../workbench.ts';

/** The dashboard's filters: they work while one builds, and here one more is added. */
export function FilterStrip({ bench }: { readonly bench: Workbench }): VNode | null {
  const { builder, opened, panel } = bench;
  const words = builder.words.value;
  const { filters = [] } = opened.editor.content.value;
  const edits = opened.editing.value && builder.stage.allows('filters');
  if (filters.length === 0 && !edits) return null;
  return (
    <fieldset class="inlay-filters bld-filters" aria-label={words.filters}>
      {filters.map((control) => (
        <FilterButton key={control.id} bench={bench} control={control} />
      ))}
      {edits ? (
        <button
          type="button"
          class="bld-add-filter"
          aria-expanded={panel.value?.shows === 'filters'}
          onClick={() => {
            panel.value = { shows: 'filters' };
          }}
        >
          <Icon name="filter" />
          {filters.length === 0 ? words.addFilter : words.filters}
        </button>
      ) : null}
    </fieldset>
  );
}

function FilterButton({
  bench,
  control,
}: {
  readonly bench: Workbench;
  readonly control: FilterControl;
}): VNode {
  const { builder, opened } = bench;
  const { speech } = builder.stage;
  const chosen = opened.filters.value[control.id];
  const value = chosen === undefined && 'default' in control ? (control.default as FilterValue) : chosen;
  const open = (button: HTMLElement) =>
    openPopover(button, {
      role: 'dialog',
      label: control.label,
      content: (close) => (
        <FilterPanel
          control={control}
          value={value}
          words={speech.words()}
          lang={speech.lang()}
          ask={(more) => askValues(bench, control, more)}
          onChange={(next, done) => {
            opened.filters.value = { ...opened.filters.value, [control.id]: next };
            builder.stage.link.emit('filter-change', { filters: opened.filters.value, by: 'viewer' });
            if (done) close();
          }}
        />
      ),
    });
  return (
    <button
      type="button"
      class="inlay-filter"
      data-filter={control.id}
      data-set={isUnset(value) ? undefined : ''}
      aria-haspopup="dialog"
      aria-expanded="false"
      onClick={(event) => open(event.currentTarget)}
    >
      <span class="inlay-filter-label">{control.label}</span>
      <span class="inlay-filter-value">{filterText(control, value, speech.words(), speech.lang())}</span>
    </button>
  );
}

/** What a filter offers: as the server has it, or, until it is saved, what its column has. */
function askValues(
  { builder, opened }: Workbench,
  control: FilterControl,
  more: Parameters<AskValues>[0],
): ReturnType<AskValues> {
  const { api, stage } = builder;
  const { content, side } = opened.document.value;
  const isSaved = content.filters?.some((each) => JSON.stringify(each) === JSON.stringify(control));
  if (isSaved)
    return api.filterValues(opened.id, control.id, side, {
      ...stage.asked(),
      filters: opened.filters.value,
      ...more,
    });
  const { search, path = [] } = more;
  const levels = control.kind === 'hierarchy' ? control.levels : [control.column];
  return api.previewValues({
    ...stage.asked(),
    datasetId: control.datasetId,
    column: levels[path.length] ?? levels[0] ?? '',
    kind: control.kind === 'slider' || control.kind === 'date-range' ? 'ends' : 'values',
    ...(search ? { search } : {}),
    filters: path.map((value, level) =>
      value === null
        ? { column: levels[level] ?? '', operator: 'is-not-set' as const }
        : { column: levels[level] ?? '', operator: 'equals' as const, value },
    ),
  });
}
