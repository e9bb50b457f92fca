import type { FilterControl } from '@inlay/protocol/filter-control';
import type { FilterValue } from '@inlay/protocol/frame-messages';
import { openPopover } from '@inlay/ui/open-popover';
import type { OpenPage } from '../stage/open-page.ts';
import type { Stage } from '../stage/stage.ts';
import { makeButton } from '../tile/make-button.ts';
import type { TileView } from '../tile/tile-view.tsx';
import { chooseFilter, filtersTile } from './filter-choice.ts';
import { FilterPanel } from './filter-panel.tsx';
import { filterText, isUnset } from './filter-text.ts';

/** The page with filters: the server rendered their buttons; here they learn to open, and to say what is chosen. */
export function withFilterBar(stage: Stage, page: OpenPage, root: ParentNode = document): OpenPage {
  const bar = root.querySelector('.inlay-filters');
  if (!bar || !stage.allows('filters'))
    return whenFiltersChange(page, () => showUnfiltered(stage, page.views, root));
  const buttons = stage.page.filters.map((control) => [control, buttonOf(bar, control)] as const);
  const clear = makeButton({ className: 'inlay-filter-clear' }, () => {
    const set = buttons.map(([control]) => control).filter(({ id }) => !isUnset(stage.choice.filters[id]));
    stage.choice.filters = {
      ...stage.choice.filters,
      ...Object.fromEntries(set.map(({ id }) => [id, null])),
    };
    buttons[0]?.[1].focus();
    void changed(set);
  });
  bar.append(clear);

  const show = () => {
    const words = stage.speech.words();
    for (const [control, button] of buttons) {
      const value = stage.choice.filters[control.id];
      const place = button.querySelector('.inlay-filter-value');
      if (place) place.textContent = filterText(control, value, words, stage.speech.lang());
      button.toggleAttribute('data-set', !isUnset(value));
    }
    showUnfiltered(stage, page.views, root);
    clear.textContent = words.clearAll;
    clear.hidden = buttons.every(([{ id }]) => isUnset(stage.choice.filters[id]));
  };

  const changed = async (controls: readonly FilterControl[]) => {
    show();
    stage.link.emit('filter-change', { filters: stage.choice.filters, by: 'viewer' });
    await page.reload(
      page.views.filter(({ tile }) => controls.some((control) => filtersTile(control, tile))),
    );
  };
  const choose = async (control: FilterControl, value: FilterValue) =>
    changed(await chooseFilter(stage, control, value));

  for (const [control, button] of buttons) {
    button.addEventListener('click', () =>
      openPopover(button, {
        role: 'dialog',
        // As it reads now: the page may have been opened in another language.
        label: button.querySelector('.inlay-filter-label')?.textContent ?? control.label,
        content: (close) => (
          <FilterPanel
            control={control}
            value={stage.choice.filters[control.id]}
            words={stage.speech.words()}
            lang={stage.speech.lang()}
            ask={(more) => stage.api.filterValues(control.id, { ...stage.asked(), ...more })}
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

/** The page with something to show when the host sets filters or another language. */
function whenFiltersChange(page: OpenPage, show: () => void): OpenPage {
  return {
    ...page,
    setFilters: async (filters) => {
      const done = page.setFilters(filters);
      show();
      await done;
    },
    speakAgain: () => {
      page.speakAgain();
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

/** Says on each tile which of the active filters do not affect it, as the server did when it rendered the page. */
function showUnfiltered({ page, choice, speech }: Stage, views: readonly TileView[], root: ParentNode): void {
  const active = page.filters.filter(({ id }) => !isUnset(choice.filters[id]));
  for (const { element, tile } of views) {
    const labels = active
      .filter((control) => !filtersTile(control, tile))
      // As it reads now: the page may have been opened in another language.
      .map(({ id, label }) => {
        const shown = root.querySelector(`[data-filter="${CSS.escape(id)}"] .inlay-filter-label`);
        return shown?.textContent ?? label;
      });
    const note = element.querySelector<HTMLElement>('.inlay-unfiltered');
    if (labels.length === 0) {
      note?.remove();
      continue;
    }
    const place = note ?? element.appendChild(document.createElement('p'));
    place.className = 'inlay-unfiltered';
    place.dir = 'auto';
    const list = new Intl.ListFormat(speech.lang(), { type: 'conjunction' }).format(labels);
    place.textContent = speech.words().notFilteredBy({ filters: list });
  }
}
