import { emptyLabel } from '@inlay/charts/format/empty-label';
import type { ViewState } from '@inlay/content/view-state';
import { openMenu } from '@inlay/ui/overlays/menu';
import type { FilteringPoint } from '../click/mark-point.ts';
import { showDownloads } from '../export/page-downloads.tsx';
import { withFilterBar } from '../filters/filter-bar.tsx';
import { showUnfiltered } from '../filters/show-unfiltered.ts';
import type { FrameTexts } from '../frame-texts.ts';
import { isHidden, type OpenPage, openPage } from '../page/open-page.ts';
import type { PageContext } from '../page/page-context.ts';
import { makeButton } from '../tile/make-button.ts';
import type { TileView } from '../tile/tile-view.tsx';
import { type CrossChoice, showSelected, splitChoices, toggleCrossFilter } from './cross-filters.ts';
import { type DrillState, drillInto, showBreadcrumbs } from './drill.ts';
import { filterBarOf } from './filter-bar-of.ts';
import { createTabs } from './tabs.ts';

/** Adds filters, cross-filters and drill-down to a rendered dashboard, in its own page or inside the builder. */
export function runDashboard(
  context: PageContext,
  place: { readonly root: ParentNode; readonly signal?: AbortSignal },
): OpenPage {
  const { messages } = context.locale;
  let choices: readonly CrossChoice[] = [];
  const drills = new Map<HTMLElement, DrillState>();
  const setDrills = ({ drill = {} }: ViewState) => {
    drills.clear();
    for (const element of place.root.querySelectorAll<HTMLElement>('[data-tile]')) {
      const { id, path, labels } = drill[element.dataset.tile ?? ''] ?? {};
      if (id !== undefined && path && path.length > 0)
        drills.set(element, { id, path, labels: path.map((value, at) => labels?.[at] ?? labelOf(value)) });
    }
  };
  const labelOf = (value: DrillState['path'][number]) =>
    typeof value === 'object' && value !== null ? '…' : (emptyLabel(value, messages()) ?? `${value}`);
  setDrills(context.page.view?.state ?? {});

  const tabs = createTabs(place.root, (to) => {
    const all = [...place.root.querySelectorAll<HTMLElement>('[data-tab]')];
    const index = all.findIndex(({ dataset }) => dataset.tab === to);
    context.link.emit('navigate', { to, index, count: all.length });
    context.stateChanged('viewer');
    // Those that were not loaded yet, or that have changed since.
    void page.reload(
      page.views.filter(({ element }) => element.dataset.state !== undefined && !isHidden(element)),
    );
  });

  const showChoices = () => {
    for (const view of page.views) showSelected(view, choices.find(({ from }) => from === view)?.identity);
  };

  const page = openPage(context, {
    ...place,
    onDrawn: () => showChoices(),
    texts: () => {
      const tab = tabs.open();
      return { cross: choices.flatMap(({ filters }) => filters), ...(tab !== undefined && { tab }) };
    },
    state: () => {
      const tab = tabs.open();
      const drill = Object.fromEntries(
        page.views.flatMap(({ element, tile }) => {
          const state = drills.get(element);
          return state ? [[tile.id, state]] : [];
        }),
      );
      return { ...(tab !== undefined && { tab }), ...(drills.size > 0 && { drill }) };
    },
    applyState: (state) => {
      setDrills(state);
      tabs.show(state.tab);
      for (const view of page.views) showPath(view);
    },
    extra: (element, tile) => {
      const { cross } = splitChoices(choices, element, tile);
      const drill = drills.get(element);
      return {
        ...(cross.length > 0 && { cross }),
        ...(drill && { drill: { id: drill.id, path: drill.path } }),
      };
    },
    onPoint: (view, point, mark, seeRows) => {
      const deeper = context.allows('drill')
        ? drillInto(context.page.drill, view, drills.get(view.element), point, mark.label)
        : undefined;
      const filters = context.page.crossFilter === true && context.allows('cross-filter');
      const { drillInto: into, filterBy, seeRows: rows } = messages();
      const { label: value, name } = mark;
      const items = [
        ...(deeper ? [{ label: into({ value }), onChoose: () => void drill(view, deeper) }] : []),
        ...(filters
          ? [{ label: filterBy({ value: name }), onChoose: () => void cross(view, point, name) }]
          : []),
        ...(seeRows ? [{ label: rows, onChoose: seeRows }] : []),
      ];
      if (items.length > 1) openMenu(mark.element, name, items);
      else items[0]?.onChoose();
    },
  });

  const showPath = (view: TileView) => {
    const state = drills.get(view.element);
    showBreadcrumbs(view, state, messages().all, (depth) => {
      const up = state && {
        ...state,
        path: state.path.slice(0, depth),
        labels: state.labels.slice(0, depth),
      };
      void drill(view, depth === 0 ? undefined : up);
    });
  };

  const drill = async (view: TileView, state: DrillState | undefined) => {
    if (state) drills.set(view.element, state);
    else drills.delete(view.element);
    showPath(view);
    const path = context.page.drill?.find(({ id }) => id === state?.id)?.levels ?? [];
    context.link.emit('drill', {
      tileId: view.tile.id,
      path: (state?.path ?? []).map((value, level) => ({ [path[level] ?? '']: value })),
    });
    context.stateChanged('viewer');
    await page.reload([view]);
  };

  const showCross = () =>
    showChips(
      place.root,
      choices,
      messages(),
      (choice) => void setCross(choices.filter((each) => each !== choice)),
    );

  const setCross = async (next: readonly CrossChoice[]) => {
    const before = choices;
    choices = next;
    showCross();
    showUnfiltered(context, page.views, place.root, clicksOf);
    const asks = (all: readonly CrossChoice[], { element, tile }: TileView) =>
      JSON.stringify(splitChoices(all, element, tile).cross);
    // The clicked tile itself is not filtered, so that the viewer can select another mark.
    showChoices();
    await page.reload(page.views.filter((view) => asks(before, view) !== asks(next, view)));
  };
  const cross = (view: TileView, point: FilteringPoint, label: string) =>
    setCross(toggleCrossFilter(choices, view, point, label));

  for (const view of page.views) showPath(view);
  const clicksOf = ({ element, tile }: TileView) => splitChoices(choices, element, tile).missing;
  const filtered = withFilterBar(context, page, place.root, clicksOf);
  showDownloads(context, place.root);
  return {
    ...filtered,
    relabel: () => {
      filtered.relabel();
      showDownloads(context, place.root);
      for (const view of page.views) showPath(view);
      if (choices.length > 0) showCross();
    },
  };
}

/** Shows the cross-filters next to the filters, each with a Remove button. */
function showChips(
  root: ParentNode,
  choices: readonly CrossChoice[],
  messages: FrameTexts,
  onRemove: (choice: CrossChoice) => void,
): void {
  const beside = ['.inlay-filters', '.inlay-downloads', '.inlay-head'].map((one) => root.querySelector(one));
  const place = beside.find((each) => each !== null) ?? filterBarOf(root);
  for (const chip of root.querySelectorAll('.inlay-chip')) chip.remove();
  const chips = choices.map((choice) => {
    const textContent = `${choice.columns.join(' · ')}: ${choice.label}`;
    const ariaLabel = messages.remove({ filter: textContent });
    return makeButton({ className: 'inlay-chip', textContent, ariaLabel }, () => onRemove(choice));
  });
  const next = place.querySelector('.inlay-filter-clear,.inlay-downloads,.inlay-views,.ui-button');
  if (next) next.before(...chips);
  else place.append(...chips);
}
