import type { ChosenValue, DataPoint, Filters, Variables } from './frame-messages.ts';
import type { Cell, QueryResult } from './result.ts';
import type { Tile } from './tile.ts';

/** What the frame requests from the server, under `/embed/api/v0/embeds/<embedId>`, with the viewer's token. */
interface EmbedQuery {
  /** By the id of the filter. `null` clears one that has a default. */
  readonly filters: Filters;
  readonly variables?: Variables;
  readonly lang?: string;
  readonly timeZone?: string;
}

/** A mark that was clicked on another tile. It filters the tiles that ask the same dataset. */
export interface CrossFilter {
  readonly datasetId: string;
  readonly column: string;
  readonly value: ChosenValue;
  /** On a time dimension: the value is the begin of a bucket of this grain. */
  readonly grain?: string;
}

/** How far down a hierarchy of the dashboard: one value for each level that was left behind. */
export interface DrillPath {
  readonly id: string;
  readonly path: readonly ChosenValue[];
}

/** `POST tiles/<tileId>` */
export interface TileRequest extends EmbedQuery {
  readonly cross?: readonly CrossFilter[];
  readonly drill?: DrillPath;
  /** Asks the engine again, whatever is cached. */
  readonly fresh?: boolean;
}

export interface TileAnswer {
  readonly tile: Tile;
  readonly result: QueryResult;
}

/**
 * `POST render`: tiles as the page shows them, each for a box of its size, and the values in its texts. The response has
 * one line of JSON per tile and one for the texts, in the order in which they are finished.
 */
export interface RenderRequest extends EmbedQuery {
  readonly tiles: readonly TileToRender[];
  /** Present: also returns the values in the texts of the page. */
  readonly texts?: TextsToRender;
  readonly mode: 'light' | 'dark';
  /** The host's choice, as the form field has it: a name or JSON. */
  readonly theme?: string;
  /** As in the page's state: a category keeps its color. */
  readonly categories?: readonly string[];
  /** Queries the engine again, whatever is cached. */
  readonly fresh?: boolean;
}

/** The maximum number of tiles of one request: as many as a story or a dashboard can show. */
export const MAX_RENDERED_TILES = 200;

export interface TileToRender {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly cross?: readonly CrossFilter[];
  readonly drill?: DrillPath;
  /** The place on a dashboard, which may have a title of its own. */
  readonly item?: string;
  /** Which page of a table, sorted by what. */
  readonly table?: {
    readonly page?: number;
    readonly sort?: { readonly by: string; readonly direction: 'asc' | 'desc' };
  };
}

export interface TextsToRender {
  readonly cross?: readonly CrossFilter[];
}

export type RenderedLine =
  | RenderedTile
  | { readonly texts: TextValuesAnswer | { readonly error: RenderError } };

/** The line of a tile. `index` is the tile's place in the request: a story may show one tile twice. */
export type RenderedTile = { readonly index: number; readonly tile: string } & (
  | TileMarkup
  | { readonly error: RenderError }
);

export interface TileMarkup {
  /** With the values in them: of the tile's result, and of the host page. */
  readonly title: string;
  readonly description?: string;
  /** The chart with its marks, and its numbers as a table: what goes into the tile's box. */
  readonly html: string;
  /** Why there are no rows, for the developer of the host page. */
  readonly notice?: string;
}

/** Why one tile failed, in the shape of every error of the API. */
export interface RenderError {
  readonly statusCode: number;
  readonly message: string;
  readonly code?: string;
  readonly details?: unknown;
}

/** `POST tiles/<tileId>/point`: the rows behind a mark. Marks are named as the viewer reads them. */
export interface PointRequest extends TileRequest {
  readonly label: string;
  readonly series?: string;
  /** Of the drawing: what it has no room for is drawn together as "Other". */
  readonly width: number;
  readonly height: number;
}

export interface PointAnswer {
  /** Absent where the mark stands for no row, as a sum does. */
  readonly point?: ChosenPoint;
}

export interface ChosenPoint {
  /** The row, column by column; of several rows, what they have in common. */
  readonly values: DataPoint;
  /** Where there are several, as behind "Other". */
  readonly rows?: readonly DataPoint[];
  /** What other tiles are filtered by, and what is drilled into. Absent for several buckets of time. */
  readonly value?: ChosenValue;
  /** The dimension that the label is a value of. */
  readonly dimension: { readonly name: string; readonly label: string; readonly grain?: string };
}

/** `POST filters/<filterId>/values` */
export interface FilterValuesRequest extends EmbedQuery {
  readonly search?: string;
  /** Hierarchies: the values chosen on the levels above the one that is asked for. */
  readonly path?: readonly Cell[];
}

export interface FilterValuesAnswer {
  readonly values: readonly { readonly value: Cell; readonly label?: string }[];
  readonly truncated: boolean;
  /** Sliders and date ranges: the ends of what there is. */
  readonly min?: number | string;
  readonly max?: number | string;
}

/** `POST values`: the sentences of texts and steps, value by value. */
export interface TextValuesRequest extends EmbedQuery {
  readonly cross?: readonly CrossFilter[];
}

export interface TextValuesAnswer {
  /** As the markup names the places (`placeOf`); written as the viewer reads it. */
  readonly values: Readonly<Record<string, string>>;
}

/** `POST messages`: the texts around the tiles of an open page, in another language. Markup, unless said otherwise. */
export interface PageMessages {
  /** Plain. */
  readonly title: string;
  readonly head: { readonly title: string; readonly description?: string };
  /** The texts of a dashboard, by item. */
  readonly texts: Readonly<Record<string, string>>;
  /** Of a story, by their ids. */
  readonly steps: Readonly<Record<string, StepMessages>>;
  /** Their labels, plain, by their ids. */
  readonly filters: Readonly<Record<string, string>>;
  /** Plain, for readers who listen. */
  readonly labels: { readonly filters: string; readonly steps: string; readonly recommendation: string };
}

export interface StepMessages {
  readonly title: string;
  readonly narrative?: string;
  readonly recommendation?: string;
  readonly source?: string;
}

/** `POST exports`: what only a server can make. */
export interface ExportsRequest extends TileRequest {
  readonly format: 'xlsx' | 'pdf';
  readonly tileId?: string;
}
