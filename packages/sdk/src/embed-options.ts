import type {
  DashboardReference,
  EmbedFields,
  ExportFile,
  ExportFormat,
  Features,
  Filters,
  FilterValue,
  FrameEvents,
  HostRequests,
  ListedDashboard,
  Theme,
  Variables,
} from '@inlay/protocol/frame-messages';

import type { InlayErrorCode } from './errors.ts';

/**
 * Gets a token from your own server for the signed-in user. A `Response` is read as `{ token }`, and its status is
 * reported when your endpoint fails: `() => fetch('/embed-token', { method: 'POST' })`.
 */
export type TokenProvider = () => Promise<string | { readonly token: string } | TokenResponse>;

/** What the SDK reads of a `fetch` response. */
export type TokenResponse = Pick<Response, 'ok' | 'status' | 'json'>;

/** What holds for one embed, or for all of an instance. */
export interface SharedOptions {
  /**
   * Called for the first token and again before it ends. Embeds that share one function share its calls: give it to
   * `initialize`, or keep one reference to it.
   */
  readonly tokenProvider?: TokenProvider | undefined;
  /** A language tag such as `fr` or `pt-BR`. Default: the viewer's. */
  readonly lang?: string | undefined;
  readonly theme?: Theme | undefined;
  readonly filters?: Filters | undefined;
  readonly variables?: Variables | undefined;
  readonly features?: Features | undefined;
}

export interface EmbedOptions extends SharedOptions {
  /** The opaque token of the viewer. */
  readonly token?: string | undefined;
  /** Pixels, `auto` (as the content needs) or `fill` (as the parent is). Default: `auto`. */
  readonly height?: number | 'auto' | 'fill' | undefined;
  /** `lazy` waits until the viewer is within a screen of it. Default: `eager`. */
  readonly loading?: 'eager' | 'lazy' | undefined;
  /** The step that a story opens at. */
  readonly step?: string | undefined;
  /** The dashboard that a builder opens with. Default: the list of them. */
  readonly dashboard?: string | undefined;
  /** The dataset that a new chart of a builder asks at first. */
  readonly dataset?: string | undefined;
  /** How long the frame may take to be ready, in milliseconds. Default: 30,000. */
  readonly timeout?: number | undefined;
}

export interface InitializeOptions extends SharedOptions {
  /** Default: where the script `embedSdk.js` came from. */
  readonly instanceUrl?: string | undefined;
}

export interface EmbedEvents extends Omit<FrameEvents, 'error'> {
  /** What the frame tells, and what goes wrong where there is no frame to tell it. */
  error: Omit<FrameEvents['error'], 'code'> & { readonly code: InlayErrorCode };
  /** The token ends soon; without a `tokenProvider`, call `setToken` now. */
  'token-expiring': { readonly expiresIn: number };
}
export type EmbedEventName = keyof EmbedEvents;

/** Its `name` tells which `detail` it has. */
export type EmbedEvent<Name extends EmbedEventName = EmbedEventName> = {
  [Each in Name]: {
    readonly name: Each;
    readonly detail: EmbedEvents[Each];
    readonly embed: EmbedHandle;
  };
}[Name];
export type EmbedListener<Name extends EmbedEventName> = (event: EmbedEvent<Name>) => void;

export interface Events {
  /** Returns a function that takes the listener away again. */
  on<Name extends EmbedEventName>(name: Name, listener: EmbedListener<Name>): () => void;
  off<Name extends EmbedEventName>(name: Name, listener: EmbedListener<Name>): void;
}

/** What one embed and a whole instance can be told; an instance tells each of its embeds, later ones too. */
export interface Controls extends Events {
  /** Sets one filter and leaves the others; `null` clears it. */
  setFilter(name: string, value: FilterValue): Promise<void>;
  setFilters(filters: Filters): Promise<void>;
  setVariables(variables: Variables): Promise<void>;
  setTheme(theme: Theme): Promise<void>;
  setLanguage(lang: string): Promise<void>;
  /** Queries the databases again; settles when the new data is shown. */
  refresh(): Promise<void>;
  /** Takes it out of the page. Calls that wait are rejected with `DESTROYED`. */
  destroy(): void;
}

/** One embed on the page. */
export interface EmbedHandle extends Controls {
  readonly id: string;
  readonly frame: HTMLIFrameElement;
  getFilters(): Promise<Filters>;
  /** Replaces the token; filters and all else stay as they are. */
  setToken(token: string): Promise<void>;
  exportAs(format: ExportFormat, options?: { readonly tileId?: string }): Promise<ExportFile>;
  /** In a builder: shows a dashboard, or its canvas where the viewer may change it. */
  openDashboard(dashboardId: string, options?: { readonly edit?: boolean }): Promise<DashboardReference>;
  /** In a builder: an empty dashboard, or a copy of the one that `from` names. */
  createDashboard(options?: HostRequests['create-dashboard']['body']): Promise<DashboardReference>;
  /** In a builder: settles when what is on the canvas is stored. */
  saveDashboard(): Promise<DashboardReference>;
  listDashboards(): Promise<readonly ListedDashboard[]>;
}

/** What is wanted once `more` was asked for: filters and variables one by one, all else as a whole. */
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

/** Everything that is wanted of an embed now, as the fields that bring it to the frame. */
export function toFields(
  { tokenProvider, loading, timeout, ...wanted }: EmbedOptions,
  token: string | undefined,
): EmbedFields {
  return Object.entries({ ...wanted, token, renews: tokenProvider && '1' })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : `${value}`]);
}
