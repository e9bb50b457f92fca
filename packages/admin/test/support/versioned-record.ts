import { type Refusal, refuse } from './fake-api.ts';

export interface VersionedRecord<T> {
  readonly get: () => T;
  /** As somebody else saves it. */
  readonly change: (changes: Partial<T>) => void;
  /** As the API does: refused with 412 unless `If-Match` names the current version. */
  readonly patch: (call: { readonly headers: Headers; readonly body: object }) => T | Refusal;
}

/** A record that several people save. */
export function versionedRecord<
  Key extends 'revision' | 'version',
  T extends { readonly [K in Key]: number | null },
>(initial: T, key: Key): VersionedRecord<T> {
  let record = initial;
  const version = () => record[key] ?? 0;
  const save = (changes: object) => {
    record = { ...record, ...changes, [key]: version() + 1 };
    return record;
  };
  return {
    get: () => record,
    change: save,
    patch: ({ headers, body }) => (headers.get('if-match') === `"${version()}"` ? save(body) : refuse(412)),
  };
}
