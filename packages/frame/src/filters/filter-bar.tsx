import type { FilterControl } from '@inlay/protocol/filter-control';
import type { FilterValue } from '@inlay/protocol/frame-messages';
import { openPopover } from '@inlay/ui/overlays/open-popover';
import type { OpenPage } from '../page/open-page.ts';
import type { PageContext } from '../page/page-context.ts';
import type { TileView } from '../tile/tile-view.tsx';
import { chooseFilter, filtersTile } from './filter-choice.ts';
import { FilterPanel } from './filter-panel.tsx';
import { filterText, isUnset } from './filter-text.ts';
import { showUnfiltered } from './show-unfiltered.ts';

/** Makes the filter buttons that the server rendered open their panels and show their values. */
export function withFilterBar(
  context: PageContext,
  page: OpenPage,
  root: ParentNode = document,
  clicksOf: (view: TileView) => readonly string[] = () => [],
): OpenPage {
  const bar = root.querySelector('.inlay-filters');
  const clear = bar?.querySelector<HTMLElement>('.inlay-filter-clear');
  const note = () => showUnfiltered(context, page.views, root, clicksOf);
  if (!bar || !clear || !context.allows('filters')) return whenFiltersChange(page, note);
  const buttons = context.page.filters.map((control) => [control, buttonOf(bar, control)] as const);
  clear.addEventListener('click', () => {
    const set = buttons
      .map(([control]) => control)
      .filter(({ id, kind }) => !isUnset(context.choice.filters[id], kind));
    context.choice.filters = {
      ...context.choice.filters,
      ...Object.fromEntries(set.map(({ id }) => [id, null])),
    };
    buttons[0]?.[1].focus();
    void changed(set);
  });
  const show = () => {
    const messages = context.locale.messages();
    for (const [control, button] of buttons) {
      const value = context.choice.filters[control.id];
      const place = button.querySelector('.inlay-filter-value');
      if (place) place.textContent = filterText(control, value, messages, context.locale.lang());
      button.toggleAttribute('data-set', !isUnset(value, control.kind));
    }
    note();
    clear.textContent = messages.clearAll;
    clear.hidden = buttons.every(([{ id, kind }]) => isUnset(context.choice.filters[id], kind));
  };

  const changed = async (controls: readonly FilterControl[]) => {
    show();
    context.link.emit('filter-change', { filters: context.choice.filters, by: 'viewer' });
    context.stateChanged('viewer');
    await page.reload(
      page.views.filter(({ tile }) => controls.some((control) => filtersTile(control, tile))),
    );
  };
  const choose = async (control: FilterControl, value: FilterValue) =>
    changed(await chooseFilter(context, control, value));

  for (const [control, button] of buttons) {
    button.addEventListener('click', () =>
      openPopover(button, {
        role: 'dialog',
        // The current label: the language may have changed since the page was rendered.
        label: button.querySelector('.inlay-filter-label')?.textContent ?? control.label,
        content: (close) => (
          <FilterPanel
            control={control}
            value={context.choice.filters[control.id]}
            messages={context.locale.messages()}
            lang={context.locale.lang()}
            load={(more) => context.api.filterValues(control.id, { ...context.requestOptions(), ...more })}
            onChange={(value, done) => {
              void choose(control, value);
              if (done) close();
            }}
          />
        ),
      }),
    );
  }
  show();
  return whenFiltersChange(page, show);
}

/** Runs `show` whenever the host sets filters or the language. */
function whenFiltersChange(page: OpenPage, show: () => void): OpenPage {
  return {
    ...page,
    setFilters: async (filters) => {
      const done = page.setFilters(filters);
      show();
      await done;
    },
    setState: async (...state) => {
      const done = page.setState(...state);
      show();
      await done;
    },
    relabel: () => {
      page.relabel();
      show();
    },
  };
}

function buttonOf(bar: Element, control: FilterControl): HTMLElement {
  const rendered = bar.querySelector<HTMLElement>(`[data-filter="${CSS.escape(control.id)}"]`);
  if (rendered) return rendered;
  const button = document.createElement('button');
  Object.assign(button, {
    type: 'button',
    className: 'inlay-filter',
    ariaHasPopup: 'dialog',
    ariaExpanded: 'false',
  });
  button.dataset.filter = control.id;
  const label = document.createElement('span');
  Object.assign(label, { className: 'inlay-filter-label', textContent: control.label });
  const value = document.createElement('span');
  value.className = 'inlay-filter-value';
  button.append(label, ' ', value);
  bar.append(button);
  return button;
}
