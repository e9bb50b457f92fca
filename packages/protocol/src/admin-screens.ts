/** What the server knows about the admin app's screens: the module `screens.js` that the app's build writes. */
export interface AdminScreens {
  /** In the order in which they are matched. */
  readonly screens: readonly AdminScreen[];
  readonly loadSignIn: () => Promise<Files>;
  /** The files of a namespace of messages, by language. */
  readonly messages: Readonly<Record<string, Readonly<Record<string, Files>>>>;
}

/** Besides those of the app itself, below `/admin/`. */
type Files = readonly string[];

interface AdminScreen {
  /** The namespaces of messages that it uses. */
  readonly messages: readonly string[];
  readonly matches: (path: string) => boolean;
  /** The files of what it shows at a path. */
  readonly components: (path: string) => Promise<readonly Files[]>;
  /** What it requests first, below `/api/v0`. */
  readonly queries: (path: string, search: URLSearchParams) => readonly { readonly address: string }[];
}
