import { openMenu } from '@inlay/ui/menu';
import { showDownloads } from '../export/page-downloads.tsx';
import { withFilterBar } from '../filters/filter-bar.tsx';
import type { FrameTexts } from '../frame-texts.ts';
import { type FilteringPoint, type OpenPage, openPage } from '../page/open-page.ts';
import type { PageContext } from '../page/page-context.ts';
import { makeButton } from '../tile/make-button.ts';
import type { TileView } from '../tile/tile-view.tsx';
import { type CrossChoice, crossFiltersOf, showSelected, toggleCrossFilter } from './cross-filters.ts';
import { type DrillState, drillInto, showBreadcrumbs } from './drill.ts';

/** Adds filters, cross-filters and drill-down to a rendered dashboard, in its own page or inside the builder. */
export function runDashboard(
  context: PageContext,
  place: { readonly root: ParentNode; readonly signal?: AbortSignal },
): OpenPage {
  const { messages } = context.locale;
  let choices: readonly CrossChoice[] = [];
  const drills = new Map<HTMLElement, DrillState>();

  const showChoices = () => {
    for (const view of page.views) showSelected(view, choices.find(({ from }) => from === view)?.identity);
  };

  const page = openPage(context, {
    ...place,
    onDrawn: () => showChoices(),
    cross: () => choices.map(({ filter }) => filter),
    extra: (element, { datasetId }) => {
      const cross = crossFiltersOf(choices, element, datasetId);
      const drill = drills.get(element);
      return {
        ...(cross.length > 0 && { cross }),
        ...(drill && { drill: { id: drill.id, path: drill.path } }),
      };
    },
    onPoint: (view, point, mark) => {
      const deeper = context.allows('drill')
        ? drillInto(context.page.drill, view, drills.get(view.element), point, mark.label)
        : undefined;
      const filters = context.page.crossFilter === true && context.allows('cross-filter');
      if (deeper && filters) {
        openMenu(mark.element, mark.label, [
          { label: messages().drillInto({ value: mark.label }), onChoose: () => void drill(view, deeper) },
          {
            label: messages().filterBy({ value: mark.label }),
            onChoose: () => void cross(view, point, mark.label),
          },
        ]);
      } else if (deeper) void drill(view, deeper);
      else if (filters) void cross(view, point, mark.label);
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
    const asks = (all: readonly CrossChoice[], { element, tile }: TileView) =>
      JSON.stringify(crossFiltersOf(all, element, tile.datasetId));
    // The clicked tile itself is not filtered, so that the viewer can select another mark.
    showChoices();
    await page.reload(page.views.filter((view) => asks(before, view) !== asks(next, view)));
  };
  const cross = (view: TileView, point: FilteringPoint, label: string) =>
    setCross(toggleCrossFilter(choices, view, point, label));

  const filtered = withFilterBar(context, page, place.root);
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
  const place = root.querySelector('.inlay-filters') ?? root.querySelector('.inlay-head') ?? addPlace(root);
  for (const chip of root.querySelectorAll('.inlay-chip')) chip.remove();
  const chips = choices.map((choice) => {
    const textContent = `${choice.column}: ${choice.label}`;
    const ariaLabel = messages.remove({ filter: textContent });
    return makeButton({ className: 'inlay-chip', textContent, ariaLabel }, () => onRemove(choice));
  });
  const clear = place?.querySelector('.inlay-filter-clear');
  if (clear) clear.before(...chips);
  else place?.append(...chips);
}

function addPlace(root: ParentNode): Element {
  const place = document.createElement('div');
  place.className = 'inlay-filters';
  root.querySelector('.inlay-grid')?.before(place);
  return place;
}
