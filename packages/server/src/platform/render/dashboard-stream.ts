import type { PageSlots } from '@inlay/charts/theme/assign-slots';
import type { OpenPageState } from '@inlay/content/page-state';
import { tabOf } from '@inlay/content/tab-of';
import type { UnfoldedDashboard } from '@inlay/content/unfold-dashboard';
import { dashboardSection, openTab, scrollCss, tilesOfText } from './content-page.ts';
import { cssName } from './dashboard-grid.ts';
import { type Html, html, scriptJson, styleText } from './html.ts';
import { type PageContext, type PageInput, pageContext } from './page-context.ts';
import { PAGE_END, type PageAssets, pageStart } from './page-shell.ts';
import type { TileOutcome } from './tile-section.ts';

type TileOutcomes = ReadonlyMap<string, TileOutcome>;

/** A dashboard in parts: each late section follows and hidden its placeholder, without any script (ADR 195). */
export interface DashboardStream {
  readonly start: string;
  /** Sections whose results have all arrived, rendered lazily. */
  late(outcomes: TileOutcomes, colors: PageSlots): Iterable<string>;
  /** `learned`: changes to the state that the page's script received first. */
  end(outcomes: TileOutcomes, colors: PageSlots, learned: Partial<OpenPageState>): Iterable<string>;
}

/**
 * Sections have their place on the grid by name, so that they may come in any order. The page's script puts them into
 * the order of the document.
 */
export function streamDashboard(
  { items, tabs }: Pick<UnfoldedDashboard, 'items' | 'tabs'>,
  page: PageInput,
  { html: inside, css }: { readonly html: Html; readonly css: string },
  assets: PageAssets,
  nonce: string,
): DashboardStream {
  const { pageTheme, state } = page;
  const body = html`<main class="inlay-page" data-kind="dashboard">${inside}`;
  const start = pageStart(
    { pageTheme, title: state.title, state, css: css + scrollCss(page), body, unfinished: true },
    assets,
    nonce,
  );
  const open = openTab({ tabs }, page.tab);
  const waiting = new Set(
    items.filter(
      (item) =>
        tabOf(item, tabs) === open &&
        ('text' in item ? tilesOfText(item) : [item.tile]).some((id) => !page.outcomes.has(id)),
    ),
  );

  const send = function* (
    context: PageContext,
    isReady: (item: UnfoldedDashboard['items'][number]) => boolean,
  ): Iterable<string> {
    for (const item of [...waiting].filter(isReady)) {
      waiting.delete(item);
      const hidden = styleText(`#item-${cssName(item.id)}[data-state=pending]{display:none}`);
      yield html`<style nonce="${nonce}">${hidden}</style>${dashboardSection(item, context)}`.toString();
    }
  };
  const now = (outcomes: TileOutcomes, colors: PageSlots) => pageContext({ ...page, outcomes, colors });

  return {
    start,
    late: (outcomes, colors) =>
      send(now(outcomes, colors), (item) =>
        ('text' in item ? tilesOfText(item) : [item.tile]).every((id) => outcomes.has(id)),
      ),
    end: function* (outcomes, colors, learned) {
      yield* send(now(outcomes, colors), (item) => 'text' in item);
      const data = html`<script type="application/json" id="inlay-late">${scriptJson(learned)}</script>`;
      yield `${data}</div></main>${PAGE_END}`;
    },
  };
}
