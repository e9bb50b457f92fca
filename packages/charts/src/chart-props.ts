import type { QuerySpec, Sort } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import type { ChartTraits } from './chart-traits.ts';
import type { Locale } from './format/locale.ts';
import type { SharedOptions } from './options/shared-options.ts';
import type { Theme } from './theme/create-theme.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** All that decides how a tile looks; the same values draw the same picture on the server and in the browser. */
export interface ChartProps<OwnOptions = unknown> {
  /** The definition of the tile's kind. */
  readonly chart: ChartTraits;
  readonly tile: {
    readonly title: string;
    readonly query: QuerySpec;
    readonly options?: SharedOptions & OwnOptions;
  };
  readonly result: QueryResult;
  readonly theme: Theme;
  readonly locale: Locale;
  readonly size: Size;
  /** Known categories in a stable order, so that each keeps its color from tile to tile. */
  readonly categories?: readonly string[];
  /** False if no filter of the viewer applies, so that clearing filters would not help. */
  readonly narrowed?: boolean;
  /** Hosts that links in a table may lead to; none by default. */
  readonly linkHosts?: readonly string[];
  /** What the viewer chose in a table: which page, sorted by what. */
  readonly view?: TableView;
}

export interface TableView {
  readonly page?: number;
  readonly sort?: Sort;
}
