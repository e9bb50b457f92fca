import type { Filters, Variables } from './frame-messages.ts';
import type { Cell, QueryResult } from './result.ts';
import type { Tile } from './tile.ts';

/** What the frame asks of the server, under `/embed/api/v0/embeds/<embedId>`, with the viewer's token. */
interface Asked {
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
  readonly value: Cell;
  /** On a time dimension: the value is the begin of a bucket of this grain. */
  readonly grain?: string;
}

/** How far down a hierarchy of the dashboard: one value for each level that was left behind. */
export interface DrillPath {
  readonly id: string;
  readonly path: readonly Cell[];
}

/** `POST tiles/<tileId>` */
export interface TileRequest extends Asked {
  readonly cross?: readonly CrossFilter[];
  readonly drill?: DrillPath;
  /** Asks the engine again, whatever is cached. */
  readonly fresh?: boolean;
}

export interface TileAnswer {
  readonly tile: Tile;
  readonly result: QueryResult;
}

/** `POST filters/<filterId>/values` */
export interface FilterValuesRequest extends Asked {
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
export interface TextValuesRequest extends Asked {
  readonly cross?: readonly CrossFilter[];
}

export interface TextValuesAnswer {
  /** By `<item or step id>:<name>`, as the markup names it; written as the viewer reads it. */
  readonly values: Readonly<Record<string, string>>;
}

/** `POST exports`: what only a server can make. */
export interface ExportsRequest extends Asked {
  readonly format: 'xlsx' | 'pdf';
  readonly tileId?: string;
}
