import { createHmac } from 'node:crypto';
import type { Statement } from '../engines/engine.ts';

/** Everything that can make two answers differ. Taken after the guard, so a viewer's rules are in the statement. */
export interface CacheKeyParts {
  readonly tenantId: string;
  readonly connection: {
    readonly id: string;
    readonly host: string;
    readonly database: string;
    readonly user: string;
    readonly credential: string;
  };
  readonly datasetId: string;
  readonly datasetVersion: number;
  readonly statement: Statement;
  readonly timeZone: string;
}

/**
 * A keyed hash, so that neither a credential nor a viewer's value can be read or guessed from a key. `secret` is the
 * instance's own and never leaves it.
 */
export function resultCacheKey(secret: Uint8Array, parts: CacheKeyParts): string {
  const { connection, statement } = parts;
  const params = statement.params.map((param) => [typeof param, String(param)]);
  const fields = [
    parts.tenantId,
    [connection.id, connection.host, connection.database, connection.user, connection.credential],
    parts.datasetId,
    parts.datasetVersion,
    statement.sql,
    params,
    parts.timeZone,
  ];
  // JSON of a list keeps the fields apart whatever they contain.
  return createHmac('sha256', secret).update(JSON.stringify(fields)).digest('base64url');
}
