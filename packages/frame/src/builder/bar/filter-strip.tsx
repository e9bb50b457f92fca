import type { FilterControl } from '@inlay/protocol/filter-control';
import type { FilterValue } from '@inlay/protocol/frame-messages';
import { Icon } from '@inlay/ui/controls/icon';
import { openPopover } from '@inlay/ui/overlays/open-popover';
import type { VNode } from 'preact';
import { FilterPanel } from '../../filters/filter-panel.tsx';
import { filterText, isUnset } from '../../filters/filter-text.ts';
import type { LoadValues } from '../../filters/panel-props.ts';
import type { CanvasContext } from '../canvas-context.ts';
import { withUsableLevels } from './with-usable-levels.ts';

/** The dashboard's filters, which also work while editing, and a button to add one. */
export function FilterStrip({ canvas }: { readonly canvas: CanvasContext }): VNode | null {
  const { builder, opened, panel } = canvas;
  const messages = builder.messages.value;
  const { filters = [] } = opened.editor.content.value;
  const edits = opened.editing.value && builder.context.allows('filters');
  if (filters.length === 0 && !edits) return null;
  return (
    <fieldset class="inlay-filters bld-filters" aria-label={messages.filters}>
      {filters.map((control) => (
        <FilterButton key={control.id} canvas={canvas} control={control} />
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
          {filters.length === 0 ? messages.addFilter : messages.filters}
        </button>
      ) : null}
    </fieldset>
  );
}

function FilterButton({
  canvas,
  control,
}: {
  readonly canvas: CanvasContext;
  readonly control: FilterControl;
}): VNode {
  const { builder, opened } = canvas;
  const { locale } = builder.context;
  const chosen = opened.filters.value[control.id];
  const value = chosen === undefined && 'default' in control ? (control.default as FilterValue) : chosen;
  const open = (button: HTMLElement) =>
    openPopover(button, {
      role: 'dialog',
      label: control.label,
      content: (close) => (
        <FilterPanel
          control={withUsableLevels(control, builder.datasets.value)}
          value={value}
          messages={locale.messages()}
          lang={locale.lang()}
          load={(more) => loadValues(canvas, control, more)}
          onChange={(next, done) => {
            opened.filters.value = { ...opened.filters.value, [control.id]: next };
            builder.context.link.emit('filter-change', { filters: opened.filters.value, by: 'viewer' });
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
      data-set={isUnset(value, control.kind) ? undefined : ''}
      aria-haspopup="dialog"
      aria-expanded="false"
      onClick={(event) => open(event.currentTarget)}
    >
      <span class="inlay-filter-label">{control.label}</span>
      <span class="inlay-filter-value">{filterText(control, value, locale.messages(), locale.lang())}</span>
    </button>
  );
}

/** The values of a filter. An unsaved filter is unknown to the server, so its column is queried instead. */
function loadValues(
  { builder, opened }: CanvasContext,
  control: FilterControl,
  more: Parameters<LoadValues>[0],
): ReturnType<LoadValues> {
  const { api, context } = builder;
  const { content } = opened.document.value;
  const isSaved = content.filters?.some((each) => JSON.stringify(each) === JSON.stringify(control));
  if (isSaved)
    return api.filterValues(opened.source(), control.id, {
      ...context.requestOptions(),
      filters: opened.filters.value,
      ...more,
    });
  const { search, path = [] } = more;
  const levels = control.kind === 'hierarchy' ? control.levels : [control.column];
  return api.previewValues({
    ...context.requestOptions(),
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
