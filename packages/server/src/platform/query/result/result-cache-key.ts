import type { Statement } from '../../engines/engine.ts';

/** Everything that can make two results differ. Taken after the guard, so it contains the viewer's rules (ADR 93). */
export interface CacheKeyParts {
  readonly tenantId: string;
  /** Its id and everything that it resolved to, the credential included. */
  readonly connection: Readonly<Record<string, string | number>>;
  readonly datasetId: string;
  /** Of every dataset that the query reads. */
  readonly versions: readonly number[];
  readonly statement: Statement;
  readonly timeZone: string;
  /**
   * The query and the viewer's calendar: several queries can share one statement and differ in names, formats,
   * totals and filled gaps.
   */
  readonly query: string;
}

/**
 * A keyed hash, so that neither a credential nor a viewer's value can be read or guessed from a key. `fingerprint` holds
 * the instance's own secret, which never leaves it.
 */
export function resultCacheKey(fingerprint: (text: string) => string, parts: CacheKeyParts): string {
  const { connection, statement } = parts;
  const params = statement.params.map((param) => [typeof param, String(param)]);
  const fields = [
    parts.tenantId,
    Object.entries(connection),
    parts.datasetId,
    parts.versions,
    statement.sql,
    params,
    parts.timeZone,
    parts.query,
  ];
  // JSON of a list keeps the fields apart, whatever they contain.
  return fingerprint(JSON.stringify(fields));
}
