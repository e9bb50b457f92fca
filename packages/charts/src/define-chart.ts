import type { Grain, QuerySpec } from '@inlay/protocol/query';
import type { Cell, QueryResult } from '@inlay/protocol/result';
import type { VNode } from 'preact';
import type { KindName, WithMessages } from './chart-messages.ts';
import type { ChartProps } from './chart-props.ts';
import type { ChartTraits } from './chart-traits.ts';
import type { IsSum } from './data/total-query.ts';
import type { FigureText } from './figure-text.ts';
import type { FlatTable } from './flat-table.ts';
import type { Locale } from './format/locale.ts';
import type { ChartOptions, OptionValues } from './options/chart-option.ts';

/** The function that draws one kind of chart. */
export type DrawChart<OwnOptions> = (props: ChartProps<OwnOptions>) => VNode;

/** The function that lays out one kind of table for files. */
export type FlattenTable<OwnOptions> = (
  tile: ChartProps<OwnOptions>['tile'],
  result: QueryResult,
  locale: Locale,
) => FlatTable;

/** A query of the rows that a table shows, over time; the filters of the tile apply to it too. */
export interface HistoryQuery {
  readonly query: QuerySpec;
  /** Restricts it to these rows: the values of their dimensions. */
  readonly rows: readonly {
    readonly column: string;
    readonly values: readonly Cell[];
    readonly grain?: Grain;
  }[];
}

export type HistoryOf<OwnOptions> = (
  props: Pick<ChartProps<OwnOptions>, 'tile' | 'result' | 'locale' | 'view'>,
) => HistoryQuery | undefined;

/** The function that writes the number of one kind, if it shows one. */
export type FigureOf<OwnOptions> = (props: ChartProps<OwnOptions>) => FigureText | undefined;

export interface ChartDefinition<Kind extends KindName, Options extends ChartOptions>
  extends ChartTraits<Kind, Options> {
  /** Loaded on demand: editors know every kind and draw few. */
  readonly draw: () => Promise<DrawChart<OptionValues<Options>>>;
  /** Style sheets of this kind; kinds can share one. Pages load them in any order. */
  readonly style?: () => Promise<readonly string[]>;
  /** The query that a tile of this kind runs, if it differs from its author's. */
  readonly query?: (query: QuerySpec, options: OptionValues<Options>, isSum: IsSum) => QuerySpec;
  /** The query of the history of each row that a table shows, if its options include one. Loaded on demand. */
  readonly history?: () => Promise<HistoryOf<OptionValues<Options>>>;
  /** The number that it shows, in words. Loaded on demand. */
  readonly figure?: () => Promise<FigureOf<OptionValues<Options>>>;
  /** The layout in files, if it is a table with groups. */
  readonly flatten?: () => Promise<FlattenTable<OptionValues<Options>>>;
}

/**
 * Defines a kind of chart: schema, editor, pickers and documentation are derived from it (ADR 268). Its texts are
 * `charts.kinds.<kind>` and `charts.options.<option>` of the messages (ADR 271).
 */
export const defineChart = <const Kind extends KindName, Options extends ChartOptions>(
  definition: ChartDefinition<Kind, Options> & { readonly options: WithMessages<Options> },
): ChartDefinition<Kind, Options> => definition;
