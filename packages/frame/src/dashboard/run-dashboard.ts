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
import { createDrills } from './drill.ts';
import { filterBarOf } from './filter-bar-of.ts';
import { createTabs } from './tabs.ts';

/** Adds filters, cross-filters and drill-down to a rendered dashboard, in its own page or inside the builder. */
export function runDashboard(
  context: PageContext,
  place: { readonly root: ParentNode; readonly signal?: AbortSignal },
): OpenPage {
  const { messages } = context.locale;
  let choices: readonly CrossChoice[] = [];
  const drills = createDrills({ context, root: place.root, reload: (view) => page.reload([view]) });

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
      return { ...(tab !== undefined && { tab }), ...drills.state(page.views) };
    },
    applyState: (state) => {
      drills.apply(state);
      tabs.show(state.tab);
      for (const view of page.views) drills.showPath(view);
    },
    extra: (element, tile) => {
      const { cross } = splitChoices(choices, element, tile);
      const drill = drills.pathOf(element);
      return { ...(cross.length > 0 && { cross }), ...(drill && { drill }) };
    },
    onPoint: (view, point, mark, seeRows) => {
      const deeper = drills.into(view, point, mark.label);
      const filters = context.page.crossFilter === true && context.allows('cross-filter');
      const { drillInto: into, filterBy, seeRows: rows } = messages();
      const { label: value, name } = mark;
      const items = [
        ...(deeper ? [{ label: into({ value }), onChoose: deeper }] : []),
        ...(filters
          ? [{ label: filterBy({ value: name }), onChoose: () => void cross(view, point, name) }]
          : []),
        ...(seeRows ? [{ label: rows, onChoose: seeRows }] : []),
      ];
      if (items.length > 1) openMenu(mark.element, name, items);
      else items[0]?.onChoose();
    },
  });

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

  for (const view of page.views) drills.showPath(view);
  const clicksOf = ({ element, tile }: TileView) => splitChoices(choices, element, tile).missing;
  const filtered = withFilterBar(context, page, place.root, clicksOf);
  showDownloads(context, place.root);
  return {
    ...filtered,
    relabel: () => {
      filtered.relabel();
      showDownloads(context, place.root);
      for (const view of page.views) drills.showPath(view);
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
