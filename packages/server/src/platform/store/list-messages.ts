/** What the server sends to a list thread. */
export interface ListRead {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** What the thread sends back. */
export interface ListReply {
  readonly rows?: readonly unknown[];
  readonly error?: { readonly message: string; readonly errcode: number | undefined };
}
