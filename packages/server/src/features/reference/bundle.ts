/** The compressed script of the API reference, with a content hash in its name. */
export interface ScriptBundle {
  readonly name: string;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
}
