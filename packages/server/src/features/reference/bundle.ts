/** The reference's script as it goes over the wire, under a name that changes with its content. */
export interface ScriptBundle {
  readonly name: string;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
}
