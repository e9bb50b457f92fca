/**
 * The messages between a host page and the frame of an embed. `docs/reference/frame-protocol.md` explains the protocol;
 * this file defines the wire format. It imports nothing, because the SDK ships it to browsers and to npm.
 */

/** Newest first. A breaking change adds a number; fields and messages are added without one. */
export const PROTOCOL_VERSIONS: readonly number[] = [1];

// ── Over `window.postMessage`, always with the other side's exact origin as the target ─────────────────────

/** Frame → host, sent before the frame's `load` event. Contains nothing confidential. */
export interface Hello {
  readonly inlay: 'hello';
  /** Supported versions, newest first. */
  readonly versions: readonly number[];
}

/** Host → frame, the response to a hello, with one `MessagePort` transferred. */
export interface Connect {
  readonly inlay: 'connect';
  readonly version: number;
}

// ── Over the port ──────────────────────────────────────────────────────────────────────────────────────────

/** Every request gets exactly one reply with its `id`; each side numbers its own requests. */
export interface Request<Type extends string, Body> {
  readonly id: number;
  readonly type: Type;
  readonly body: Body;
}

export interface Reply {
  readonly re: number;
  readonly value?: unknown;
  readonly error?: WireError;
}

export interface WireError {
  readonly code: FrameErrorCode;
  /** For the developer: what happened and what to change. Never contains a token, a secret or a row. */
  readonly message: string;
}

/** Frame → host. Only an event with an `id` gets a reply. */
export type FrameEvent = {
  [Name in FrameEventName]: {
    readonly event: Name;
    readonly detail: FrameEvents[Name];
    /**
     * On the `click` of a tile with a click action: the host may reply `true` within a second to cancel the action. Sent
     * only if the field `cancels` is `1`.
     */
    readonly id?: number;
  };
}[FrameEventName];

/** Requests of the host: the body and the value of the reply. */
export interface HostRequests {
  /**
   * Always the first request, with the id 0. The frame replies once it has applied the fields, which override those it
   * was rendered with.
   */
  start: { readonly body: { readonly fields: EmbedFields }; readonly value: null };
  'set-token': { readonly body: { readonly token: string }; readonly value: TokenLife };
  /** Sets the given filters and keeps the others; `null` clears one. */
  'set-filters': { readonly body: { readonly filters: Filters }; readonly value: null };
  'get-filters': { readonly body: null; readonly value: { readonly filters: Filters } };
  'get-state': { readonly body: null; readonly value: ViewState };
  /** Replaces the whole state: what it leaves out is as the author made it. */
  'set-state': { readonly body: { readonly state: ViewState }; readonly value: undefined };
  /** Sets the given variables and keeps the others. */
  'set-variables': { readonly body: { readonly variables: Variables }; readonly value: null };
  'set-theme': { readonly body: { readonly theme: Theme }; readonly value: null };
  'set-language': { readonly body: { readonly lang: string }; readonly value: null };
  /** Replies when everything shown is rendered from fresh data. */
  refresh: { readonly body: null; readonly value: null };
  export: { readonly body: ExportRequest; readonly value: ExportFile };
  /** Builders only. `edit` opens the canvas for editing if the viewer has the right. */
  'open-dashboard': {
    readonly body: { readonly dashboardId: string; readonly edit?: boolean | undefined };
    readonly value: DashboardReference;
  };
  /** `from`: a visible dashboard to copy. */
  'create-dashboard': {
    readonly body: { readonly title?: string | undefined; readonly from?: string | undefined };
    readonly value: DashboardReference;
  };
  /** Replies when the canvas is saved. */
  'save-dashboard': { readonly body: null; readonly value: DashboardReference };
  'list-dashboards': { readonly body: null; readonly value: readonly ListedDashboard[] };
  /** Opens the viewer's reports and alerts, for a new one of this tile or of everything. */
  'open-subscriptions': {
    readonly body: { readonly tileId?: string | undefined } | null;
    readonly value: null;
  };
  /** The viewer's own. */
  'list-subscriptions': { readonly body: null; readonly value: readonly EmbedSubscription[] };
  /** With the filters and the language of the open embed. */
  'create-subscription': { readonly body: NewEmbedSubscription; readonly value: EmbedSubscription };
  'change-subscription': {
    readonly body: { readonly subscriptionId: string } & EmbedSubscriptionChange;
    readonly value: EmbedSubscription;
  };
  'delete-subscription': { readonly body: { readonly subscriptionId: string }; readonly value: null };
}
export type HostRequestType = keyof HostRequests;
export type HostRequest = {
  [Type in HostRequestType]: Request<Type, HostRequests[Type]['body']>;
}[HostRequestType];

/**
 * The frame's request for another token, because the server no longer accepts the current one. Sent only if the field
 * `renews` is `1`; other hosts do not reply.
 */
export type FrameRequest = Request<'token', null>;

export interface NewToken {
  readonly token: string;
}

/** The remaining lifetime by the server's clock; the host counts from when it reads this. */
export interface TokenLife {
  readonly expiresIn: number;
}

export type HostMessage = HostRequest | Reply;
export type FrameMessage = FrameRequest | Reply | FrameEvent;

// ── Fields: how an embed is asked for ──────────────────────────────────────────────────────────────────────

/**
 * The form fields of `POST {instance_url}/embed/<id>`, and the body of `start`. All are text; `readEmbedFields`
 * validates and types them. The query of `GET {instance_url}/embed/<id>` contains only `origin`.
 */
export type EmbedFields = readonly (readonly [name: string, value: string])[];

/** `null` clears the filter; in a list, it selects rows without a value. An empty text selects rows with an empty text. */
export type FilterValue =
  | string
  | number
  | boolean
  | null
  | readonly (string | number | boolean | null)[]
  | { readonly from?: string | number; readonly to?: string | number };
export type Filters = Readonly<Record<string, FilterValue>>;

export type Variables = Readonly<Record<string, string | number | boolean | null>>;

/** What a viewer can set in an open embed, as JSON. What it leaves out is as the author made it. */
export interface ViewState {
  readonly filters?: Filters | undefined;
  /** The open tab of a dashboard. */
  readonly tab?: string | undefined;
  /** By tile. */
  readonly tiles?: Readonly<Record<string, TileState>> | undefined;
  /** Drill-downs by tile. */
  readonly drill?: Readonly<Record<string, TileDrill>> | undefined;
}

export interface TileState {
  /** The granularity of time, where the author lets viewers switch it: `day`, `month` and so on. */
  readonly grain?: string | undefined;
  /** The measure, where the author lets viewers switch it. */
  readonly measure?: string | undefined;
  /** How a table is sorted. */
  readonly sort?: { readonly by: string; readonly direction: 'asc' | 'desc' } | undefined;
}

/** The hierarchy, the value that was chosen on each level above the current one, and how each is shown. */
export interface TileDrill {
  readonly id: string;
  readonly path: readonly ChosenValue[];
  readonly labels?: readonly string[] | undefined;
}

/** A name (`light`, `dark`, `auto`, or a theme of the tenant), or a name with a mode and design tokens. */
export type Theme =
  | string
  | {
      readonly name?: string | undefined;
      readonly mode?: 'light' | 'dark' | 'auto' | undefined;
      readonly tokens?: Readonly<Record<string, string>> | undefined;
    };

/** Features of the frame. A feature can be switched off, and `subscriptions` has to be switched on; none grants a right. */
export type Feature =
  | 'filters'
  | 'cross-filter'
  | 'drill'
  | 'table'
  | 'full-screen'
  | 'export'
  | 'views'
  | 'subscriptions'
  | BuilderFeature;
/**
 * The parts of a builder: its list of dashboards, creating and editing them, and what can be added. `bar`: title,
 * status and actions of the open dashboard; without it, the host page has its own and opens the canvas by `open-dashboard`.
 */
export type BuilderFeature =
  | 'dashboards'
  | 'bar'
  | 'create'
  | 'edit'
  | 'templates'
  | 'library'
  | 'chart-editor'
  | 'texts'
  | 'sharing'
  | 'review';
export type Features = Readonly<Partial<Record<Feature, boolean>>>;

// ── Exports ────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * One step of a story at a time, or all of them below one another with a chart that stays in view. `auto` scrolls where
 * the frame has room for text beside a chart.
 */
export type StoryMode = 'slides' | 'scroll' | 'auto';

export type ExportFormat = 'png' | 'svg' | 'pdf' | 'csv' | 'xlsx' | 'json';

export interface ExportRequest {
  readonly format: ExportFormat;
  /** One tile of a story or dashboard; by default everything shown. */
  readonly tileId?: string | undefined;
}

export interface ExportFile {
  readonly filename: string;
  readonly blob: Blob;
}

// ── Subscriptions ──────────────────────────────────────────────────────────────────────────────────────────

/** `at` is a local time, `HH:MM`; 1 is Monday; months without that day take their last. `hour` is for alerts only. */
export type SubscriptionSchedule = {
  readonly timeZone: string;
} & (
  | { readonly every: 'hour' }
  | { readonly every: 'day' | 'workday'; readonly at: string }
  | { readonly every: 'week'; readonly weekday: number; readonly at: string }
  | { readonly every: 'month'; readonly day: number; readonly at: string }
);

export type SubscriptionRecipient =
  | { readonly kind: 'email'; readonly recipients: readonly string[] }
  | { readonly kind: 'destination'; readonly id: string };

/** When an alert fires: a measure of its tile, and a dimension if each of its values is checked by itself. */
export type SubscriptionAlert = {
  readonly measure: string;
  readonly by?: string;
  /** How long there is no other message about the same value. */
  readonly quietMinutes: number;
} & (
  | {
      readonly kind: 'above' | 'below';
      readonly limit: number;
      /** How far a value has to return past the limit before it counts as normal again. */
      readonly margin: number;
    }
  | {
      readonly kind: 'change';
      readonly direction: 'up' | 'down' | 'either';
      readonly amount: number;
      readonly unit: 'percent' | 'absolute';
    }
  | { readonly kind: 'missing' }
);

export interface NewEmbedSubscription {
  readonly schedule: SubscriptionSchedule;
  /** By default the title of the tile or the embed. */
  readonly title?: string | undefined;
  /** By default the viewer's own email address. */
  readonly to?: SubscriptionRecipient | undefined;
  /** By default `message`: charts and tables in the message itself. The others attach a file. */
  readonly format?: SubscriptionFormat | undefined;
  /** One tile of a story or dashboard; by default everything. Alerts need it. */
  readonly tileId?: string | undefined;
  readonly alert?: SubscriptionAlert | undefined;
}

export type SubscriptionFormat = 'message' | 'pdf' | 'xlsx' | 'csv';

export interface EmbedSubscriptionChange {
  readonly schedule?: SubscriptionSchedule | undefined;
  readonly title?: string | undefined;
  readonly to?: SubscriptionRecipient | undefined;
  readonly format?: SubscriptionFormat | undefined;
  readonly alert?: SubscriptionAlert | undefined;
  readonly isPaused?: boolean | undefined;
}

export interface EmbedSubscription {
  readonly id: string;
  readonly kind: 'report' | 'alert';
  readonly title: string;
  readonly schedule: SubscriptionSchedule;
  readonly to: SubscriptionRecipient;
  readonly format: SubscriptionFormat;
  readonly tileId: string | null;
  readonly alert: SubscriptionAlert | null;
  readonly status: 'active' | 'paused' | 'ended';
  /** Why it ended. */
  readonly reason: string | null;
  /** Times are ISO 8601. */
  readonly nextAt: string | null;
  /** When it ends unless the viewer saves it again. */
  readonly endsAt: string | null;
  readonly last: { readonly at: string; readonly state: string; readonly reason: string | null } | null;
}

// ── Events ─────────────────────────────────────────────────────────────────────────────────────────────────

export type EmbedKind = 'tile' | 'story' | 'dashboard' | 'builder';

export interface FrameEvents {
  /** The embed is open and handles requests. Sent once per connection. */
  ready: TokenLife & { readonly kind: EmbedKind; readonly title: string; readonly lang: string };
  /** Everything shown has its data. Sent again after each change of filters, language, theme or data. */
  rendered: { readonly tiles: number };
  /** `fatal`: the embed shows an error instead of its content. */
  error: WireError & { readonly fatal: boolean; readonly tileId?: string };
  /** The token has expired; the frame keeps its state and waits for `set-token`. */
  'token-expired': Readonly<Record<string, never>>;
  'filter-change': { readonly filters: Filters; readonly by: 'viewer' | 'host' };
  /** Filters, tab, switches, sorting or drill-down changed. */
  'state-change': { readonly state: ViewState; readonly by: 'viewer' | 'host' };
  click: {
    readonly tileId: string;
    /** The row behind the mark; for "Other", the values that its rows have in common, and `null` where they differ. */
    readonly values: DataPoint;
    /** The rows that a chart merges into "Other", at most 1,000. */
    readonly rows?: readonly DataPoint[];
    /** The values of the mark's dimension that "Other" represents. */
    readonly other?: OtherValues & { readonly column: string };
  };
  drill: { readonly tileId: string; readonly path: readonly Readonly<Record<string, ChosenValue>>[] };
  /** Another step of a story, another tab of a dashboard, another dashboard: of a builder, or opened by a click. Empty: back at the start. */
  navigate: { readonly to: string; readonly index?: number; readonly count?: number };
  /** The viewer exported from the frame's own menu. */
  export: { readonly format: ExportFormat; readonly filename: string };
  /** The height of the content at the frame's current width, in CSS pixels. */
  resize: { readonly height: number };
  'dashboard-created': DashboardReference;
  /** The canvas has unsaved changes; `dashboard-saved` follows when they are saved. */
  'dashboard-changed': DashboardReference;
  'dashboard-saved': DashboardReference;
  'dashboard-submitted': DashboardReference;
  'dashboard-published': DashboardReference;
  'dashboard-deleted': DashboardReference;
  'subscription-created': SubscriptionReference;
  /** Also paused or resumed. */
  'subscription-changed': SubscriptionReference;
  'subscription-deleted': SubscriptionReference;
}
export type FrameEventName = keyof FrameEvents;

export type DataPoint = Readonly<Record<string, string | number | boolean | null>>;

/** These values, or all except these: a chart knows only the values in its result. */
export type OtherValues =
  | { readonly in: readonly (string | number | boolean | null)[] }
  | { readonly notIn: readonly (string | number | boolean | null)[] };
/** The filter value of a mark. */
export type ChosenValue = string | number | boolean | null | OtherValues;

export interface SubscriptionReference {
  readonly subscriptionId: string;
  readonly title: string;
  readonly kind: 'report' | 'alert';
}

export interface DashboardReference {
  readonly dashboardId: string;
  readonly title: string;
}

export interface ListedDashboard extends DashboardReference {
  readonly state: 'draft' | 'in-review' | 'published' | 'archived';
  /** Whether the viewer created it. */
  readonly mine: boolean;
}

/** Codes that the frame may send. Host pages rely on them: they are never reused for another meaning. */
export type FrameErrorCode =
  | 'EMBED_NOT_FOUND'
  | 'TOKEN_MISSING'
  | 'TOKEN_INVALID'
  | 'TOKEN_EXPIRED'
  | 'ACCESS_DENIED'
  | 'ORIGIN_REFUSED'
  | 'QUOTA_REACHED'
  | 'VALUE_INVALID'
  | 'ENGINE_UNAVAILABLE'
  | 'EXPORT_FAILED'
  | 'UNREACHABLE'
  | 'UNSUPPORTED'
  | 'NO_TOKEN'
  | 'INTERNAL';
