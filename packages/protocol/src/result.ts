import type { Format } from './format.ts';
import type { Grain } from './query.ts';

/** What a value is, whatever engine it came from. */
export type ColumnType =
  | 'string'
  | 'integer'
  | 'decimal'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'json';

/**
 * A cell as it travels: dates are `YYYY-MM-DD`, datetimes ISO 8601 in UTC. Integers and decimals are
 * numbers where a double holds them exactly and decimal strings where it does not; JSON is text.
 */
export type Cell = string | number | boolean | null;

export interface ResultColumn {
  readonly name: string;
  readonly label: string;
  readonly type: ColumnType;
  readonly role: 'dimension' | 'measure';
  readonly format?: Format;
  /** Set on a time dimension: its values are the first day (or instant) of each bucket. */
  readonly grain?: Grain;
  /** Set on a column that repeats another measure for the period before. */
  readonly comparisonOf?: string;
  /** Rows, by index, that stand for everything beyond the top values of this dimension; their value here is null. */
  readonly others?: readonly number[];
  /** Set on a column that a pivot made: the measure it shows, for one value of the pivoted dimension. */
  readonly pivot?: {
    readonly dimension: string;
    readonly value: Cell;
    readonly measure: string;
    /** The column gathers everything beyond the top values; `value` is null. */
    readonly others?: boolean;
  };
  readonly values: readonly Cell[];
}

/** The answer to a query: column by column, as charts read it. */
export interface QueryResult {
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  /** More rows matched than the limit let through. */
  readonly truncated: boolean;
  /** One value for each measure over all rows, when the query asked for totals. */
  readonly totals?: Readonly<Record<string, Cell>>;
}
