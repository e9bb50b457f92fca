import type { QueryResult } from '@inlay/protocol/result';
import type { KindName } from './chart-messages.ts';
import type { DataShape } from './data-shape.ts';
import type { ChartOptions, OptionValues } from './options/chart-option.ts';
import type { SharedOptions } from './options/shared-options.ts';

/** The chart that shows a result instead of the chosen one. */
export interface Alternative {
  readonly kind: KindName;
  /** The author's options that change with the kind. */
  readonly options: {
    readonly layout?: 'grouped' | 'stacked';
    readonly splitMeasures?: boolean;
    readonly line?: readonly string[];
  };
  /** The message of the button that changes to it. */
  readonly offer: 'asBars' | 'asStackedBars' | 'onSeparateScales';
}

/** Why a kind would misrepresent a result, and what shows it correctly (ADR 309). */
export interface Refusal {
  /** The message of the reason. */
  readonly reason: 'stackedNegatives' | 'notSteps';
  readonly instead: Alternative;
}

/** Why a result is hard to read in a kind that can show it, and what shows it better (ADR 336). */
export interface Advice {
  /** The message of the reason. */
  readonly reason: 'barsCompare' | 'unitsDiffer';
  readonly instead: Alternative;
}

/** The properties of a kind of chart, without its drawing code. */
export interface ChartTraits<Kind extends KindName = KindName, Options extends ChartOptions = ChartOptions> {
  /** Its name in tiles and files. */
  readonly kind: Kind;
  /** Its position in pickers. */
  readonly place: number;
  /** An SVG path on a grid of 20 by 20, drawn as a stroke. */
  readonly icon: string;
  /** Defaults to 1.5. */
  readonly iconStroke?: number;
  /**
   * How well it shows a result of this shape: 0 is not at all, 1 is possible, 2 is for kinds that can show anything,
   * 3 for the usual kind for such data. The kind with the highest value is proposed.
   */
  readonly fit: (shape: DataShape) => number;
  /** Why it would misrepresent a result although the shape fits. */
  readonly refuse?: (result: QueryResult, options?: SharedOptions) => Refusal | undefined;
  /** What shows a result better, although it can show it. Authors are told, viewers are not. */
  readonly advise?: (result: QueryResult, options?: SharedOptions) => Advice | undefined;
  /** The options that an author can set, in the order of the editor. */
  readonly options: Options;
  /** Shows a ranking: sorted by value unless the author chooses an order. */
  readonly isRanking?: boolean;
  /** Whether a top N can end with the sum of the others. */
  readonly hasOthers?: boolean;
  /**
   * What its colors distinguish, so that members keep theirs from tile to tile: parts, series, groups if the author
   * chose a dimension for them, or only what the author chose a color for.
   */
  readonly colors?: 'parts' | 'series' | 'groups' | 'chosen';
  /** Has an axis of categories, times or numbers along which annotations are. */
  readonly hasAnnotations?: boolean;
  /** Shows shares of the rows in the result. */
  readonly isWhole?: boolean;
  /** Has a direction even if X is not a time. */
  readonly isInOrder?: boolean;
  /** Has a cell for each category and series, even without a value, which limits their number. */
  readonly isGrid?: boolean;
  /** Shows one or two numbers: too small for a data table or full screen. */
  readonly isCompact?: boolean;
  /** Is a table itself: has no separate data table, can be sorted and paged, and needs no measure. */
  readonly isTable?: boolean;
  /** Can turn the values of a dimension into columns. */
  readonly canPivot?: boolean;
  /** Options of new tiles for data of this shape, where a better default would change existing ones. */
  readonly newOptions?: (shape: DataShape) => OptionValues<Options>;
  /** The size of a new tile on the builder's grid of 12 columns. */
  readonly size: { readonly w: number; readonly h: number };
}
