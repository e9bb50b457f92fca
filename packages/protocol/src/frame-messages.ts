/**
 * What a host page and the frame of an embed say to each other. `docs/reference/frame-protocol.md` tells the
 * story; this file is the wire. It imports nothing, because the SDK ships it to browsers and to npm.
 */

/** Newest first. A breaking change adds a number; fields and messages are added without one. */
export const PROTOCOL_VERSIONS: readonly number[] = [1];

// ── Over `window.postMessage`, always with the other side's exact origin as the target ─────────────────────

/** Frame → host, sent before the frame's `load` event. Says nothing that only the host may know. */
export interface Hello {
  readonly inlay: 'hello';
  /** Versions that the frame speaks, newest first. */
  readonly versions: readonly number[];
}

/** Host → frame, the answer to a hello, with one `MessagePort` transferred. */
export interface Connect {
  readonly inlay: 'connect';
  readonly version: number;
}

// ── Over the port ──────────────────────────────────────────────────────────────────────────────────────────

/** Every request is answered by exactly one reply with its `id`, which each side counts for itself. */
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
  /** For the developer: what happened and what to change. Never holds a token, a secret or a row. */
  readonly message: string;
}

/** Frame → host, unanswered. */
export type FrameEvent = {
  [Name in FrameEventName]: { readonly event: Name; readonly detail: FrameEvents[Name] };
}[FrameEventName];

/** What the host asks of the frame: the body it sends and the value of the reply. */
export interface HostRequests {
  /**
   * Always first and always with the id 0. The frame replies once it has taken the fields over; they win over
   * those it was rendered with.
   */
  start: { readonly body: { readonly fields: EmbedFields }; readonly value: null };
  'set-token': { readonly body: { readonly token: string }; readonly value: TokenLife };
  /** Sets the filters named and leaves the others; `null` clears one. */
  'set-filters': { readonly body: { readonly filters: Filters }; readonly value: null };
  'get-filters': { readonly body: null; readonly value: { readonly filters: Filters } };
  /** Sets the variables named and leaves the others. */
  'set-variables': { readonly body: { readonly variables: Variables }; readonly value: null };
  'set-theme': { readonly body: { readonly theme: Theme }; readonly value: null };
  'set-language': { readonly body: { readonly lang: string }; readonly value: null };
  /** Replies when what is on show is drawn from a new answer of the engine. */
  refresh: { readonly body: null; readonly value: null };
  export: { readonly body: ExportRequest; readonly value: ExportFile };
  /** A builder alone. `edit` opens the canvas where the viewer may change it. */
  'open-dashboard': {
    readonly body: { readonly dashboardId: string; readonly edit?: boolean | undefined };
    readonly value: DashboardReference;
  };
  /** `from`: a dashboard that the viewer sees, of which the new one begins as a copy. */
  'create-dashboard': {
    readonly body: { readonly title?: string | undefined; readonly from?: string | undefined };
    readonly value: DashboardReference;
  };
  /** Replies when what is on the canvas is stored. */
  'save-dashboard': { readonly body: null; readonly value: DashboardReference };
  'list-dashboards': { readonly body: null; readonly value: readonly ListedDashboard[] };
}
export type HostRequestType = keyof HostRequests;
export type HostRequest = {
  [Type in HostRequestType]: Request<Type, HostRequests[Type]['body']>;
}[HostRequestType];

/**
 * What the frame asks of the host: another token, because the server no longer takes the one it has. Only where the
 * field `renews` is `1`; other hosts have none and do not answer.
 */
export type FrameRequest = Request<'token', null>;

export interface NewToken {
  readonly token: string;
}

/** How long a token still works by the server's clock; the host counts from when it reads this. */
export interface TokenLife {
  readonly expiresIn: number;
}

export type HostMessage = HostRequest | Reply;
export type FrameMessage = FrameRequest | Reply | FrameEvent;

// ── Fields: how an embed is asked for ──────────────────────────────────────────────────────────────────────

/**
 * The form fields of `POST {instance_url}/embed/<id>`, and the body of `start`. All are text; `readEmbedFields`
 * checks and types them. The query of `GET {instance_url}/embed/<id>` has `origin` alone.
 */
export type EmbedFields = readonly (readonly [name: string, value: string])[];

/** `null` is no filter. */
export type FilterValue =
  | string
  | number
  | boolean
  | null
  | readonly (string | number | boolean | null)[]
  | { readonly from?: string | number; readonly to?: string | number };
export type Filters = Readonly<Record<string, FilterValue>>;

export type Variables = Readonly<Record<string, string | number | boolean | null>>;

/** A name (`light`, `dark`, `auto`, or a theme of the tenant), or that with a mode and design tokens of its own. */
export type Theme =
  | string
  | {
      readonly name?: string | undefined;
      readonly mode?: 'light' | 'dark' | 'auto' | undefined;
      readonly tokens?: Readonly<Record<string, string>> | undefined;
    };

/** What the viewer may do in the frame. A feature can be switched off; none grants a right. */
export type Feature =
  | 'filters'
  | 'cross-filter'
  | 'drill'
  | 'table'
  | 'full-screen'
  | 'export'
  | BuilderFeature;
/**
 * The parts of a builder: its list of dashboards, making and changing them, and what one may put on them. `bar`: title,
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

export type ExportFormat = 'png' | 'svg' | 'pdf' | 'csv' | 'xlsx' | 'json';

export interface ExportRequest {
  readonly format: ExportFormat;
  /** One tile of a story or dashboard; absent means all that is on show. */
  readonly tileId?: string | undefined;
}

export interface ExportFile {
  readonly filename: string;
  readonly blob: Blob;
}

// ── Events ─────────────────────────────────────────────────────────────────────────────────────────────────

export type EmbedKind = 'tile' | 'story' | 'dashboard' | 'builder';

export interface FrameEvents {
  /** The embed is open: known, allowed, and answering requests. Sent once for each connection. */
  ready: TokenLife & { readonly kind: EmbedKind; readonly title: string; readonly lang: string };
  /** What is on show has its data. Again after each change of filters, language, theme or data. */
  rendered: { readonly tiles: number };
  /** `fatal`: the embed shows a message in place of its content. */
  error: WireError & { readonly fatal: boolean; readonly tileId?: string };
  /** The server refused the token as out of time; the frame keeps its state and waits for `set-token`. */
  'token-expired': Readonly<Record<string, never>>;
  'filter-change': { readonly filters: Filters; readonly by: 'viewer' | 'host' };
  click: {
    readonly tileId: string;
    /** The row behind the mark; behind "Other", what its rows have in common, and `null` where they differ. */
    readonly values: DataPoint;
    /** The rows that a chart draws together as "Other", at most 1,000. */
    readonly rows?: readonly DataPoint[];
    /** Which values of the mark's dimension "Other" stands for. */
    readonly other?: OtherValues & { readonly column: string };
  };
  drill: { readonly tileId: string; readonly path: readonly Readonly<Record<string, ChosenValue>>[] };
  /** Another step of a story, another dashboard of a builder. */
  navigate: { readonly to: string; readonly index?: number; readonly count?: number };
  /** The viewer exported from the frame's own menu. */
  export: { readonly format: ExportFormat; readonly filename: string };
  /** The height that the content needs at the frame's present width, in CSS pixels. */
  resize: { readonly height: number };
  'dashboard-created': DashboardReference;
  /** The canvas has changes that are not saved yet; `dashboard-saved` follows when they are. */
  'dashboard-changed': DashboardReference;
  'dashboard-saved': DashboardReference;
  'dashboard-submitted': DashboardReference;
  'dashboard-published': DashboardReference;
  'dashboard-deleted': DashboardReference;
}
export type FrameEventName = keyof FrameEvents;

export type DataPoint = Readonly<Record<string, string | number | boolean | null>>;

/** These values, or all but these: a chart knows by name only the values that it got. */
export type OtherValues =
  | { readonly in: readonly (string | number | boolean | null)[] }
  | { readonly notIn: readonly (string | number | boolean | null)[] };
/** What a mark filters by. */
export type ChosenValue = string | number | boolean | null | OtherValues;

export interface DashboardReference {
  readonly dashboardId: string;
  readonly title: string;
}

export interface ListedDashboard extends DashboardReference {
  readonly state: 'draft' | 'in-review' | 'published' | 'archived';
  /** Whether the viewer made it. */
  readonly mine: boolean;
}

/** Codes that the frame may send. They are a promise to host pages: never reused for another meaning. */
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
