import { randomUUID } from 'node:crypto';

/** The URL of another database on the same server. */
export function databaseAt(url: string, database: string): string {
  const own = new URL(url);
  own.pathname = `/${database}`;
  return own.href;
}

/** The server may be a shared one, so no name on it is reused. */
export const uniqueName = (name: string): string => `${name}_${randomUUID().slice(0, 8)}`;
