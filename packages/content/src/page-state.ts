import type { Tile } from '@inlay/charts/tile';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { Format } from '@inlay/protocol/format';
import type {
  EmbedKind,
  Features,
  FilterValue,
  FrameErrorCode,
  StoryMode,
  Theme,
  Variables,
} from '@inlay/protocol/frame-messages';
import type { DashboardContent } from './dashboard.ts';
import type { ShownChoices } from './embed-api.ts';
import type { SavedView } from './view-state.ts';

/** What a click on a mark does, as far as it is possible for the viewer. */
export type PageClick =
  | {
      readonly kind: 'dashboard';
      readonly dashboard: string;
      readonly title: string;
      readonly filters: readonly {
        readonly id: string;
        readonly column: string;
        readonly kind: FilterControl['kind'];
      }[];
    }
  | { readonly kind: 'url'; readonly url: string; readonly hosts: readonly string[] }
  | { readonly kind: 'host' };

/** What viewers can set an alert on. */
export interface AlertFields {
  /** Those of the tile, and those that the viewer can switch to. */
  readonly measures: readonly { readonly name: string; readonly label: string; readonly format?: Format }[];
  /** Each of their values can be checked by itself. */
  readonly dimensions: readonly { readonly name: string; readonly label: string }[];
}

/** A tile as the page knows it: enough to redraw it, without its query. */
export type PageTile = Pick<Tile, 'id' | 'title' | 'datasetId'> & {
  readonly description?: string;
  /** The columns of its dimensions, for drill-down and cross-filters. */
  readonly dimensions: readonly string[];
  /** Columns by dataset: filters and clicks on them do not affect the tile. */
  readonly unreached?: Readonly<Record<string, readonly string[]>>;
  /** Columns that do not affect it when the host names them, with their labels. */
  readonly unreachedNames?: Readonly<Record<string, string>>;
  /** Traits of its kind of chart, since the page does not load the definitions. */
  readonly isTable?: boolean;
  readonly isCompact?: boolean;
  /** What the viewer can switch. */
  readonly choices?: ShownChoices;
  /** Viewers can see the rows behind its marks. */
  readonly hasRows?: boolean;
  readonly click?: PageClick;
  /** Only where the host page enables subscriptions. */
  readonly alertFields?: AlertFields;
};

/** `#inlay-state` of a rendered page: what its script needs before the first request. It never contains a token. */
export interface OpenPageState {
  readonly embedId: string;
  /** The origin that the frame connects to. Absent if the page was opened directly. */
  readonly hostOrigin?: string;
  readonly kind: EmbedKind;
  readonly title: string;
  readonly lang: string;
  readonly timeZone?: string;
  readonly currency?: string;
  readonly fiscalYearStart?: number;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekStart?: number;
  /** Seconds by the server's clock at rendering time. */
  readonly expiresIn: number;
  readonly tiles: readonly PageTile[];
  readonly filters: readonly FilterControl[];
  /** The value of each filter by id, including defaults. */
  readonly filterValues: Readonly<Record<string, FilterValue>>;
  /** The variables that the page was rendered with. */
  readonly variables?: Variables;
  /** The host's theme that the page was rendered with. */
  readonly theme?: Theme;
  readonly crossFilter?: boolean;
  readonly drill?: DashboardContent['drill'];
  /** Of a story, as its author or the host page chose. */
  readonly storyMode?: StoryMode;
  readonly features: Features;
  /** The state that the page opened with, and the saved view that it is from. */
  readonly view?:
    | (Pick<SavedView, 'state' | 'isIncomplete'> & Partial<Pick<SavedView, 'id' | 'name'>>)
    | undefined;
  /** For a builder: the open dashboard; absent for the list. */
  readonly dashboardId?: string;
  /** For a builder: the initial dataset of a new chart. */
  readonly dataset?: string;
  /** The colors of members, for every request of the page: a filter changes none of them. */
  readonly categories?: readonly string[];
  /** For the developer's console: why tiles have no rows. */
  readonly notices?: readonly string[];
}

/** A page that shows only a message. */
export interface FailedPageState {
  readonly embedId: string;
  readonly hostOrigin?: string;
  readonly error: { readonly code: FrameErrorCode; readonly message: string };
}

/** A page without a token: the host could not post the form and sends the fields with `start`. */
export interface UnrenderedPageState {
  readonly embedId: string;
  readonly hostOrigin?: string;
  readonly unrendered: true;
}

export type PageState = OpenPageState | FailedPageState | UnrenderedPageState;

/** Stands for a value that is still loading; a value that does not exist is a dash. */
export const WAITING = '…';
