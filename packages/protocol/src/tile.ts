import type { Format } from './format.ts';
import type { QuerySpec } from './query.ts';

export type TileKind =
  | 'kpi'
  | 'line'
  | 'area'
  | 'bar'
  | 'bar-line'
  | 'pie'
  | 'scatter'
  | 'heatmap'
  | 'leaderboard'
  | 'waterfall'
  | 'funnel'
  | 'table';

/** One chart or figure: what it asks of a dataset and how the answer is drawn. */
export interface Tile {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly kind: TileKind;
  readonly datasetId: string;
  readonly query: QuerySpec;
  readonly options?: TileOptions;
}

/** Which columns of the result go where, and how they look. All have sensible defaults. */
export interface TileOptions {
  readonly x?: string;
  readonly y?: readonly string[];
  readonly series?: string;
  readonly size?: string;
  readonly layout?: 'grouped' | 'stacked' | 'percent';
  readonly orientation?: 'vertical' | 'horizontal';
  readonly donut?: boolean;
  /** Columns drawn as lines on the second axis of a bar-line chart. */
  readonly line?: readonly string[];
  readonly legend?: 'auto' | 'none';
  readonly formats?: Readonly<Record<string, Format>>;
  readonly colors?: Readonly<Record<string, string>>;
  readonly thresholds?: readonly Threshold[];
  readonly referenceLines?: readonly ReferenceLine[];
  readonly annotations?: readonly Annotation[];
  /** Whether a growing value is good news; decides the colour of a comparison. */
  readonly goodDirection?: 'up' | 'down';
  /** Categories of a waterfall that state a level, not a change; without any, the sum is added at the end. */
  readonly levels?: readonly string[];
  readonly pageSize?: number;
}

export interface Threshold {
  readonly column?: string;
  readonly from?: number;
  readonly to?: number;
  readonly tone: 'good' | 'warning' | 'bad';
}

export interface ReferenceLine {
  readonly value: number | 'average' | 'median';
  readonly label: string;
}

export interface Annotation {
  readonly at: string | number;
  readonly label: string;
}
