import type { Tile } from '@inlay/charts/tile';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type {
  EmbedKind,
  Features,
  FilterValue,
  FrameErrorCode,
  Theme,
  Variables,
} from '@inlay/protocol/frame-messages';
import type { DashboardContent } from './dashboard.ts';

/** A tile as the page knows it: enough to redraw, not what it asks of which table. */
export type PageTile = Pick<Tile, 'id' | 'title' | 'datasetId'> & {
  readonly description?: string;
  /** Columns of its dimensions, so that drill and cross-filter know what a click can mean. */
  readonly dimensions: readonly string[];
  /** What its kind of chart says of itself; the page does not load the definitions. */
  readonly isTable?: boolean;
  readonly isCompact?: boolean;
};

/** `#inlay-state` of a rendered page: what its script needs before it asks anything. It never holds a token. */
export interface OpenPageState {
  readonly embedId: string;
  /** Whom the frame says hello to. Absent: nobody asked, as when the page is opened by itself. */
  readonly hostOrigin?: string;
  readonly kind: EmbedKind;
  readonly title: string;
  readonly lang: string;
  readonly timeZone?: string;
  readonly currency?: string;
  readonly fiscalYearStart?: number;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekStart?: number;
  /** By the server's clock, when it rendered. */
  readonly expiresIn: number;
  readonly tiles: readonly PageTile[];
  readonly filters: readonly FilterControl[];
  /** What each filter is set to, by its id, defaults included. */
  readonly filterValues: Readonly<Record<string, FilterValue>>;
  /** What the page was rendered with; absent: none. */
  readonly variables?: Variables;
  /** The host's choice that the page was rendered with. */
  readonly theme?: Theme;
  readonly crossFilter?: boolean;
  readonly drill?: DashboardContent['drill'];
  readonly features: Features;
  /** Of a builder: the dashboard that the page shows; absent: the list of them. */
  readonly dashboardId?: string;
  /** Of a builder: the dataset that a new chart asks at first. */
  readonly dataset?: string;
  /** Known categories in a lasting order: a category keeps its colour from tile to tile. */
  readonly categories?: readonly string[];
  /** For the developer's console: why tiles have no rows. */
  readonly notices?: readonly string[];
}

/** A page that has nothing but a message. */
export interface FailedPageState {
  readonly embedId: string;
  readonly hostOrigin?: string;
  readonly error: { readonly code: FrameErrorCode; readonly message: string };
}

/** A page without a token: the host could not send the form and brings the fields with `start`. */
export interface UnrenderedPageState {
  readonly embedId: string;
  readonly hostOrigin?: string;
  readonly unrendered: true;
}

export type PageState = OpenPageState | FailedPageState | UnrenderedPageState;

/** Stands in a text for a value that is on its way; a value that does not exist is a dash. */
export const WAITING = '…';
