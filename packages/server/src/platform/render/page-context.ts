import { chartOf } from '@inlay/charts/chart-kinds';
import type { TableView } from '@inlay/charts/chart-props';
import type { PageSlots } from '@inlay/charts/theme/assign-slots';
import type { Tile } from '@inlay/charts/tile';
import type { OpenPageState } from '@inlay/content/page-state';
import type { StoryMode, Variables } from '@inlay/protocol/frame-messages';
import type { QueryResult } from '@inlay/protocol/result';
import type { WriterOf } from './content-messages.ts';
import { tablesAlone } from './dashboard-grid.ts';
import type { FilterChoice } from './filter-bar.ts';
import type { PageContent } from './page-content.ts';
import { type Messages, pageMessages } from './page-messages.ts';
import type { PageTheme } from './page-theme.ts';
import type { TileOutcome } from './tile-section.ts';
import { valueWriter } from './write-value.ts';

/** Everything that a page of content is rendered from. */
export interface PageInput {
  readonly pageTheme: PageTheme;
  readonly content: PageContent;
  readonly state: OpenPageState;
  readonly outcomes: ReadonlyMap<string, TileOutcome>;
  readonly choices: readonly FilterChoice[];
  /** By tile: the labels of active filters that do not affect it. */
  readonly notFilteredBy: ReadonlyMap<string, readonly string[]>;
  /** By tile: what a click on a mark does. */
  readonly actions?: ReadonlyMap<string, string | undefined>;
  /** CSS pixels of the frame. */
  readonly width: number;
  /** Height of the frame that a tile fills. */
  readonly height: number | undefined;
  /** The frame becomes as tall as its page. */
  readonly autoHeight?: boolean;
  /** The step of a story that is open, and how its steps are shown. */
  readonly step: string | undefined;
  readonly storyMode?: StoryMode | undefined;
  /** The tab of a dashboard that is open. */
  readonly tab?: string | undefined;
  /** How the viewer sorted tables, by tile. */
  readonly sorting?: Readonly<Record<string, TableView['sort']>>;
  readonly hiddenParts: readonly ('title' | 'filters' | 'export' | 'navigation')[];
  /** The other tiles of a dashboard follow: texts wait for their values, and the grid stays open. */
  readonly unfinished?: boolean;
  /** The colors of its state. */
  readonly colors?: PageSlots;
}

export interface PageContext extends PageInput {
  readonly variables: Variables;
  readonly messages: Messages;
  readonly tiles: ReadonlyMap<string, Tile>;
  readonly results: ReadonlyMap<string, QueryResult>;
  readonly aloneTables: ReadonlySet<string>;
}

export function pageContext(page: PageInput): PageContext {
  const { content, pageTheme, state } = page;
  const all = content.kind === 'tile' ? [content.tile] : content.tiles;
  const tiles = new Map(all.map((tile) => [tile.id, tile]));
  return {
    ...page,
    variables: state.variables ?? {},
    messages: pageMessages(pageTheme.locale.language),
    tiles,
    aloneTables: content.kind === 'dashboard' ? tablesAlone(content.dashboard, tiles) : new Set(),
    results: new Map([...page.outcomes].flatMap(([id, made]) => (isStated(made) ? [[id, made.result]] : []))),
  };
}

/** Whether texts may state values of this result: they are about the tile as its author made it. */
const isStated = (made: TileOutcome | undefined): made is Extract<TileOutcome, { readonly state: 'ready' }> =>
  made?.state === 'ready' && made.isAuthored !== false;

/** Formats the values of a text; those of tiles without a result wait. */
export const writerOf =
  ({ tiles, outcomes, results, variables, pageTheme }: PageContext): WriterOf =>
  (values) =>
    valueWriter(values, results, variables, pageTheme.locale, (id) => {
      const outcome = outcomes.get(id);
      return tiles.has(id) && outcome?.state !== 'failed' && !isStated(outcome);
    });

/** The height of a tile on a page that grows with it. */
export const naturalHeight = ({ kind }: Tile) => (chartOf(kind).isCompact ? 120 : 280);

export const pending: TileOutcome = { state: 'pending' };
