import type { Sort } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import type { Tile } from '@inlay/protocol/tile';
import type { Locale } from './format/locale.ts';
import type { Theme } from './theme/create-theme.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** All that decides how a tile looks; the same values draw the same picture on the server and in the browser. */
export interface ChartProps {
  readonly tile: Tile;
  readonly result: QueryResult;
  readonly theme: Theme;
  readonly locale: Locale;
  readonly size: Size;
  /** Known categories in a lasting order, so that each keeps its colour from tile to tile. */
  readonly categories?: readonly string[];
  /** So many rows stand beside the chart as a `DataTable`: its tooltips take their words from there. */
  readonly rowsBeside?: number;
  /** False: no filter of the viewer's narrows it, so that clearing one would bring no row. */
  readonly narrowed?: boolean;
  /** What the viewer chose in a table: which page, sorted by what. */
  readonly view?: TableView;
}

export interface TableView {
  readonly page?: number;
  readonly sort?: Sort;
}
