import type {
  DashboardReference,
  EmbedFields,
  EmbedSubscription,
  EmbedSubscriptionChange,
  ExportFile,
  ExportFormat,
  Features,
  Filters,
  FilterValue,
  FrameEvents,
  HostRequests,
  ListedDashboard,
  NewEmbedSubscription,
  StoryMode,
  Theme,
  Variables,
  ViewState,
} from '@inlay/protocol/frame-messages';

import type { InlayErrorCode } from './errors.ts';

/**
 * Gets a token from your own server for the signed-in user. A `Response` is read as `{ token }`, and its status is
 * reported when your endpoint fails: `() => fetch('/embed-token', { method: 'POST' })`.
 */
export type TokenProvider = () => Promise<string | { readonly token: string } | TokenResponse>;

/** The parts of a `fetch` response that the SDK reads. */
export type TokenResponse = Pick<Response, 'ok' | 'status' | 'json'>;

/** Options of one embed, or of all embeds of an instance. */
export interface SharedOptions {
  /**
   * Called for the first token and again before it expires. Embeds that share one function share its calls: pass it to
   * `initialize` or a provider component, or keep one reference to it.
   */
  readonly tokenProvider?: TokenProvider | undefined;
  /** A language tag such as `fr` or `pt-BR`. Default: the viewer's language. */
  readonly lang?: string | undefined;
  /** `light`, `dark`, `auto`, the name of a theme of the tenant, or an object with a mode and design tokens. */
  readonly theme?: Theme | undefined;
  /** Values of the embed's filters by name; `null` clears one. */
  readonly filters?: Filters | undefined;
  /** Values that titles, texts, filters and SQL refer to as `{{ variables.name }}`. */
  readonly variables?: Variables | undefined;
  /** Parts of the embed to switch off, such as `{ export: false }`. No value grants a permission. */
  readonly features?: Features | undefined;
}

export interface EmbedOptions extends SharedOptions {
  /** The viewer's opaque token. */
  readonly token?: string | undefined;
  /** Pixels, `auto` (the height of the content) or `fill` (the height of the parent). Default: `auto`. */
  readonly height?: number | 'auto' | 'fill' | undefined;
  /** `lazy` waits until the embed is less than one screen away. Default: `eager`. */
  readonly loading?: 'eager' | 'lazy' | undefined;
  /** The first step of a story, by id. */
  readonly step?: string | undefined;
  /**
   * `slides` shows one step of a story at a time, `scroll` all of them beside a chart that stays in view, `auto` scrolls
   * where the frame is wide enough. Default: as its author chose.
   */
  readonly storyMode?: StoryMode | undefined;
  /** The dashboard that a builder opens, by id. Default: the list of dashboards. */
  readonly dashboard?: string | undefined;
  /** The dataset of new charts in a builder, by id. */
  readonly dataset?: string | undefined;
  /** Time limit for the frame to become ready, in milliseconds. Default: 30,000. */
  readonly timeout?: number | undefined;
}

interface OptionDefinition {
  /**
   * What a component does when the option changes: `live` sends the new value to the running frame, `recreate` inserts
   * the embed again.
   */
  readonly change: 'live' | 'recreate';
  /** How an attribute of `<inlay-embed>` is parsed; an option without it is only a property. */
  readonly attribute?: 'text' | 'number' | 'height' | 'json' | 'theme';
}

/**
 * Every option once, for all components (ADR 276). A removed option has no message that could say so: the embed is inserted again,
 * except for filters and variables, whose removed entries are cleared.
 */
export const EMBED_OPTIONS = {
  token: { change: 'live', attribute: 'text' },
  // React, Vue and Angular pass one function that calls the latest provider: an inline function changes nothing.
  tokenProvider: { change: 'recreate' },
  lang: { change: 'live', attribute: 'text' },
  theme: { change: 'live', attribute: 'theme' },
  filters: { change: 'live', attribute: 'json' },
  variables: { change: 'live', attribute: 'json' },
  dashboard: { change: 'live', attribute: 'text' },
  features: { change: 'recreate', attribute: 'json' },
  height: { change: 'recreate', attribute: 'height' },
  loading: { change: 'recreate', attribute: 'text' },
  step: { change: 'recreate', attribute: 'text' },
  storyMode: { change: 'recreate', attribute: 'text' },
  dataset: { change: 'recreate', attribute: 'text' },
  timeout: { change: 'recreate', attribute: 'number' },
} as const satisfies Readonly<Record<keyof EmbedOptions, OptionDefinition>>;

export type OptionName = keyof typeof EMBED_OPTIONS;
export const OPTION_NAMES = Object.keys(EMBED_OPTIONS) as readonly OptionName[];

export interface InitializeOptions extends SharedOptions {
  /** Default: where the script `embedSdk.js` came from. */
  readonly instanceUrl?: string | undefined;
}

export interface EmbedEvents extends Omit<FrameEvents, 'error'> {
  /** An error of the frame, or of the SDK where there is no frame. */
  error: Omit<FrameEvents['error'], 'code'> & { readonly code: InlayErrorCode };
  /** The token expires soon; without a `tokenProvider`, call `setToken` now. */
  'token-expiring': { readonly expiresIn: number };
}
export type EmbedEventName = keyof EmbedEvents;

const EVENTS = {
  ready: true,
  rendered: true,
  error: true,
  'token-expiring': true,
  'token-expired': true,
  'filter-change': true,
  'state-change': true,
  click: true,
  drill: true,
  navigate: true,
  export: true,
  resize: true,
  'dashboard-created': true,
  'dashboard-changed': true,
  'dashboard-saved': true,
  'dashboard-submitted': true,
  'dashboard-published': true,
  'dashboard-deleted': true,
  'subscription-created': true,
  'subscription-changed': true,
  'subscription-deleted': true,
} as const satisfies Readonly<Record<EmbedEventName, true>>;
export const EVENT_NAMES = Object.keys(EVENTS) as readonly EmbedEventName[];

/** Its `name` determines the type of `detail`. */
export type EmbedEvent<Name extends EmbedEventName = EmbedEventName> = {
  [Each in Name]: {
    readonly name: Each;
    readonly detail: EmbedEvents[Each];
    readonly embed: EmbedHandle;
  } & (Each extends 'click' ? Cancelable : unknown);
}[Name];

export interface Cancelable {
  /** Cancels the click action of the tile. Call it before the listener returns. */
  preventDefault(): void;
}

export type EmbedListener<Name extends EmbedEventName> = (event: EmbedEvent<Name>) => void;

export interface Events {
  /** Returns a function that removes the listener. */
  on<Name extends EmbedEventName>(name: Name, listener: EmbedListener<Name>): () => void;
  off<Name extends EmbedEventName>(name: Name, listener: EmbedListener<Name>): void;
}

/** Methods of an embed and of an instance, which applies them to all of its embeds, later ones too. */
export interface Controls extends Events {
  /** Sets one filter and leaves the others; `null` clears it. */
  setFilter(name: string, value: FilterValue): Promise<void>;
  setFilters(filters: Filters): Promise<void>;
  setVariables(variables: Variables): Promise<void>;
  setTheme(theme: Theme): Promise<void>;
  setLanguage(lang: string): Promise<void>;
  /** Runs the queries again, past caches; settles when the new data is rendered. */
  refresh(): Promise<void>;
  /** Removes it from the page. Pending calls reject with `DESTROYED`. */
  destroy(): void;
}

/** One embed on the page. */
export interface EmbedHandle extends Controls {
  readonly id: string;
  readonly frame: HTMLIFrameElement;
  getFilters(): Promise<Filters>;
  /** Filters, open tab, switches, sorting and drill-downs, as JSON: for a link, or to open it like this again. */
  getState(): Promise<ViewState>;
  /**
   * Replaces the state: what it leaves out is as the author made it. Rejects with `VALUE_INVALID`, and changes nothing, if
   * the embed does not have all of it.
   */
  setState(state: ViewState): Promise<void>;
  /** Replaces the token; filters and other state stay. */
  setToken(token: string): Promise<void>;
  /**
   * A file of the embed, or of one of its tiles. CSV, JSON and XLSX contain all rows that the viewer may see, up to 100,000
   * per tile; the name of the file says if there are more.
   */
  exportAs(format: ExportFormat, options?: { readonly tileId?: string }): Promise<ExportFile>;
  /** In a builder: opens a dashboard, with `edit` on its canvas if the viewer can edit it. */
  openDashboard(dashboardId: string, options?: { readonly edit?: boolean }): Promise<DashboardReference>;
  /** In a builder: creates an empty dashboard, or a copy of the dashboard `from`. */
  createDashboard(options?: HostRequests['create-dashboard']['body']): Promise<DashboardReference>;
  /** In a builder: settles when the canvas is saved. */
  saveDashboard(): Promise<DashboardReference>;
  listDashboards(): Promise<readonly ListedDashboard[]>;
  /** Opens the viewer's reports and alerts, for a new one of the tile or of everything. */
  openSubscriptions(options?: { readonly tileId?: string }): Promise<null>;
  /** The viewer's own, of this embed. */
  listSubscriptions(): Promise<readonly EmbedSubscription[]>;
  /** Sends the embed, or one of its tiles, as it is filtered now, to the viewer's own address unless `to` says otherwise. */
  createSubscription(subscription: NewEmbedSubscription): Promise<EmbedSubscription>;
  changeSubscription(id: string, change: EmbedSubscriptionChange): Promise<EmbedSubscription>;
  pauseSubscription(id: string): Promise<EmbedSubscription>;
  resumeSubscription(id: string): Promise<EmbedSubscription>;
  deleteSubscription(id: string): Promise<null>;
}

/** Options with `more` applied: filters and variables entry by entry, all others as a whole. */
export function mergeOptions<Options extends SharedOptions>(
  wanted: Options,
  more: SharedOptions | null,
): Options {
  return {
    ...wanted,
    ...more,
    filters: { ...wanted.filters, ...more?.filters },
    variables: { ...wanted.variables, ...more?.variables },
  };
}

/** The options of an embed as the fields of a form or `start` message. */
export function toFields(
  { tokenProvider, loading, timeout, ...wanted }: EmbedOptions,
  token: string | undefined,
): EmbedFields {
  return Object.entries({ ...wanted, token, renews: tokenProvider && '1', cancels: '1' })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : `${value}`]);
}
