import { openMenu } from '@inlay/ui/menu';
import { showDownloads } from '../export/page-downloads.tsx';
import { withFilterBar } from '../filters/filter-bar.tsx';
import type { FrameTexts } from '../frame-texts.ts';
import { type FilteringPoint, type OpenPage, openPage } from '../stage/open-page.ts';
import type { Stage } from '../stage/stage.ts';
import { makeButton } from '../tile/make-button.ts';
import type { TileView } from '../tile/tile-view.tsx';
import { type CrossChoice, crossOf, showChosen, toggleCross } from './cross-filters.ts';
import { type DrillState, drillInto, showCrumbs } from './drill.ts';

/** Gives a rendered dashboard its filters, clicks and ways down, in a page of its own or inside a builder. */
export function runDashboard(
  stage: Stage,
  place: { readonly root: ParentNode; readonly signal?: AbortSignal },
): OpenPage {
  const { words } = stage.speech;
  let choices: readonly CrossChoice[] = [];
  const drills = new Map<HTMLElement, DrillState>();

  const showChoices = () => {
    for (const view of page.views) showChosen(view, choices.find(({ from }) => from === view)?.identity);
  };

  const page = openPage(stage, {
    ...place,
    onDrawn: () => showChoices(),
    cross: () => choices.map(({ filter }) => filter),
    extra: (element, { datasetId }) => {
      const cross = crossOf(choices, element, datasetId);
      const drill = drills.get(element);
      return {
        ...(cross.length > 0 && { cross }),
        ...(drill && { drill: { id: drill.id, path: drill.path } }),
      };
    },
    onPoint: (view, point, mark) => {
      const deeper = stage.allows('drill')
        ? drillInto(stage.page.drill, view, drills.get(view.element), point, mark.label)
        : undefined;
      const filters = stage.page.crossFilter === true && stage.allows('cross-filter');
      if (deeper && filters) {
        openMenu(mark.element, mark.label, [
          { label: words().drillInto({ value: mark.label }), onChoose: () => void drill(view, deeper) },
          {
            label: words().filterBy({ value: mark.label }),
            onChoose: () => void cross(view, point, mark.label),
          },
        ]);
      } else if (deeper) void drill(view, deeper);
      else if (filters) void cross(view, point, mark.label);
    },
  });

  const showWay = (view: TileView) => {
    const state = drills.get(view.element);
    showCrumbs(view, state, words().all, (depth) => {
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
    showWay(view);
    const path = stage.page.drill?.find(({ id }) => id === state?.id)?.levels ?? [];
    stage.link.emit('drill', {
      tileId: view.tile.id,
      path: (state?.path ?? []).map((value, level) => ({ [path[level] ?? '']: value })),
    });
    await page.reload([view]);
  };

  const showCross = () =>
    showChips(
      place.root,
      choices,
      words(),
      (choice) => void setCross(choices.filter((each) => each !== choice)),
    );

  const setCross = async (next: readonly CrossChoice[]) => {
    const before = choices;
    choices = next;
    showCross();
    const asks = (all: readonly CrossChoice[], { element, tile }: TileView) =>
      JSON.stringify(crossOf(all, element, tile.datasetId));
    // The tile that was clicked shows what it showed: it is where the viewer chooses.
    showChoices();
    await page.reload(page.views.filter((view) => asks(before, view) !== asks(next, view)));
  };
  const cross = (view: TileView, point: FilteringPoint, label: string) =>
    setCross(toggleCross(choices, view, point, label));

  const filtered = withFilterBar(stage, page, place.root);
  showDownloads(stage, place.root);
  return {
    ...filtered,
    speakAgain: () => {
      filtered.speakAgain();
      showDownloads(stage, place.root);
      for (const view of page.views) showWay(view);
      if (choices.length > 0) showCross();
    },
  };
}

/** What is filtered by clicks, beside the filters; each goes away by its own button. */
function showChips(
  root: ParentNode,
  choices: readonly CrossChoice[],
  words: FrameTexts,
  onRemove: (choice: CrossChoice) => void,
): void {
  const place = root.querySelector('.inlay-filters') ?? root.querySelector('.inlay-head') ?? addPlace(root);
  for (const chip of root.querySelectorAll('.inlay-chip')) chip.remove();
  const chips = choices.map((choice) => {
    const textContent = `${choice.column}: ${choice.label}`;
    const ariaLabel = words.remove({ filter: textContent });
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
