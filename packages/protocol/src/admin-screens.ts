/** What the server knows about the admin app's screens: the module `screens.js` that the app's build writes. */
export interface AdminScreens {
  /** In the order in which they are matched. */
  readonly screens: readonly AdminScreen[];
  /** By path: the files that a screen needs besides the app's own, below `/admin/`. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** The files of a namespace of messages, by language. */
  readonly messages: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

interface AdminScreen {
  readonly path: string;
  /** The namespaces of messages that it uses. */
  readonly messages: readonly string[];
  readonly matches: (path: string) => boolean;
  /** What it requests first, below `/api/v0`. */
  readonly queries: (path: string, search: URLSearchParams) => readonly { readonly address: string }[];
}
