import type { BetterChart } from '@inlay/charts/better-chart';
import type { TileContent } from '@inlay/charts/tile';
import type { Aggregation } from '@inlay/protocol/dataset';
import type { Format } from '@inlay/protocol/format';
import type { Cell, ColumnType, QueryResult } from '@inlay/protocol/result';
import type { VNode } from 'preact';

interface EditorField {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly format?: Format;
  /** The related dataset that it belongs to. */
  readonly group?: string;
}

export interface EditorColumn extends EditorField {
  readonly type: ColumnType;
  /** Set if queries cannot group by it. */
  readonly canGroup?: false;
  /** Measures that can be made of it. */
  readonly aggregations?: readonly Aggregation[];
  /** Some viewers do not see its values. */
  readonly restricted?: true;
}

export interface EditorMeasure extends EditorField {
  /** The column that it aggregates, if the dataset does not define the measure. */
  readonly of?: string;
  /** Parts add up to the total. */
  readonly additive?: boolean;
}

interface EditorFields {
  readonly columns: readonly EditorColumn[];
  readonly measures: readonly EditorMeasure[];
}

/** The fields of a dataset that an author can use, without its source. */
export interface EditorDataset extends EditorFields {
  readonly id: string;
  readonly name: string;
  readonly related?: readonly (EditorFields & { readonly label: string })[];
}

/** A dashboard that a click on a mark can open. */
export interface TargetDashboard {
  readonly id: string;
  readonly title: string;
}

export interface ValuesResult {
  readonly values: readonly Cell[];
  readonly truncated: boolean;
}

/** The services that the host page provides. Every promise may reject with an `EditorRefusal`. */
export interface EditorBackend {
  /** The datasets that the author can access. */
  datasets(): Promise<readonly EditorDataset[]>;
  /** The result of an unsaved tile. The signal is aborted when a newer one is requested. */
  preview(tile: TileContent, signal: AbortSignal): Promise<QueryResult>;
  /** The values of a column that match a search. */
  values(datasetId: string, column: string, search: string, signal: AbortSignal): Promise<ValuesResult>;
  /** The dashboards that a click can open. */
  dashboards(): Promise<readonly TargetDashboard[]>;
  /** The filters of a dashboard, which a click can set. */
  filtersOf(dashboardId: string): Promise<readonly { readonly id: string; readonly label: string }[]>;
  /** Renders the tile as viewers will see it. The page knows its theme, its language and how it loads charts. */
  render(tile: TileContent, result: QueryResult, size: Size): Promise<RenderedTile>;
}

export interface RenderedTile {
  readonly chart: VNode;
  /** The title with its variables replaced by values. */
  readonly title: string;
  readonly description?: string | undefined;
  /** The chart that shows the result better. */
  readonly instead?: BetterChart | undefined;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An error that the author can act on. */
export class EditorRefusal extends Error {
  /** An error code of the API, such as `DATABASE_TIMEOUT`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'EditorRefusal';
    this.code = code;
  }
}
