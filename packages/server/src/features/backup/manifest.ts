import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';

export const FORMAT = 'inlay-backup';
export const FORMAT_VERSION = 1;

/** The first entry of a backup. */
const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  formatVersion: Type.Integer({ minimum: 1 }),
  schemaVersion: Type.Integer({ minimum: 1 }),
  createdAt: Type.String(),
  productVersion: Type.String(),
});
export type Manifest = Static<typeof Manifest>;

/** The last entry: its presence means that the backup is complete. */
const Ending = Type.Object({
  rows: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
  files: Type.Integer({ minimum: 0 }),
});
export type Ending = Static<typeof Ending>;

const manifest = Compile(Manifest);
const ending = Compile(Ending);

export const MANIFEST_NAME = 'manifest.json';
export const ENDING_NAME = 'end.json';

export const readManifest = (text: string): Manifest => manifest.Parse(JSON.parse(text));
export const readEnding = (text: string): Ending => ending.Parse(JSON.parse(text));
