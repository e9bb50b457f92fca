import type { KindName } from './chart-messages.ts';
import type { DataShape } from './data-shape.ts';
import type { ChartOptions } from './options/chart-option.ts';
import type { Thumbnail } from './thumbnail.ts';

/** All that is known of a kind of chart, save how it is drawn. */
export interface ChartTraits<Kind extends KindName = KindName, Options extends ChartOptions = ChartOptions> {
  /** What tiles and files call it. */
  readonly kind: Kind;
  /** Where it stands in pickers, from the start. */
  readonly place: number;
  /** A path on a grid of 20 by 20, drawn as a line. */
  readonly icon: string;
  /** 1.5 if absent. */
  readonly iconStroke?: number;
  readonly thumbnail: Thumbnail;
  /**
   * How well it shows a result of this shape: 0 is not at all, 1 is possible. Of several, the one with the highest value is
   * proposed: 2 is for what shows anything, 3 for what such data is usually shown as.
   */
  readonly fit: (shape: DataShape) => number;
  /** What an author can set, in the editor's order. */
  readonly options: Options;
  /** Reads as a ranking: the largest value comes first, unless the author sorts otherwise. */
  readonly isRanking?: boolean;
  /** Whether a ranking of many names can end with the sum of the others. */
  readonly hasOthers?: boolean;
  /** What an author can give a color, which it keeps across tiles: each part, or each series. */
  readonly colors?: 'parts' | 'series';
  /** Shows shares of a whole, which relate to the rows that are there. */
  readonly isWhole?: boolean;
  /** Reads from start to end even if x is not a time. */
  readonly isInOrder?: boolean;
  /** Has a value for each category and each series, whether there is one or not, which limits how many it can draw. */
  readonly isGrid?: boolean;
  /** A figure or two: low, and too small to need a data table or the full screen. */
  readonly isCompact?: boolean;
  /** Is its own data table: has no other beside it, is sorted and turned page by page, and needs no measure. */
  readonly isTable?: boolean;
  /** Can turn the values of a dimension into columns. */
  readonly canPivot?: boolean;
  /** The size of a new tile on the builder's grid of 12 columns. */
  readonly size: { readonly w: number; readonly h: number };
}
