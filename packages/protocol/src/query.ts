/** The question a tile asks of one dataset. It names columns and measures of the dataset, never SQL. */
export interface QuerySpec {
  readonly dimensions: readonly Dimension[];
  readonly measures: readonly string[];
  readonly filters?: readonly Filter[];
  readonly sort?: readonly Sort[];
  readonly limit?: number;
  readonly totals?: boolean;
  /** Adds each measure again for the period before the one the filter on `column` selects. */
  readonly comparison?: { readonly column: string; readonly with: 'previous-period' | 'previous-year' };
  /** Keeps the largest `count` values of a dimension by a measure; the rest become one row, `others`. */
  readonly top?: {
    readonly dimension: string;
    readonly by: string;
    readonly count: number;
    readonly others?: boolean;
  };
  /** Turns the values of one dimension into columns of their own. */
  readonly pivot?: { readonly dimension: string; readonly limit?: number };
}

export type Grain = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year' | 'fiscal-quarter' | 'fiscal-year';

export interface Dimension {
  readonly column: string;
  readonly grain?: Grain;
  /** With a grain: also answer the buckets that hold no row. */
  readonly fillGaps?: boolean;
}

export interface Sort {
  readonly by: string;
  readonly direction: 'asc' | 'desc';
}

export type Scalar = string | number | boolean;

/** A viewer's choice. Rules of the dataset apply on top, whatever is chosen here. */
export type Filter =
  | { readonly column: string; readonly operator: 'equals' | 'not-equals'; readonly value: Scalar }
  | { readonly column: string; readonly operator: 'in' | 'not-in'; readonly values: readonly Scalar[] }
  | { readonly column: string; readonly operator: 'contains' | 'starts-with'; readonly value: string }
  | {
      readonly column: string;
      readonly operator: 'less' | 'less-or-equal' | 'greater' | 'greater-or-equal';
      readonly value: Scalar;
    }
  | { readonly column: string; readonly operator: 'between'; readonly from: Scalar; readonly to: Scalar }
  | { readonly column: string; readonly operator: 'is-set' | 'is-not-set' };

/** Where and how the viewer lives, which decides where buckets begin. */
export interface ViewerCalendar {
  readonly timeZone: string;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekStart: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** Month in which the fiscal year begins, 1 to 12. */
  readonly fiscalYearStart: number;
}
