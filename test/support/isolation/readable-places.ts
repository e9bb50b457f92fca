import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DeliveryWorld } from './delivery-world.ts';
import { TENANTS } from './isolation-tables.ts';
import { readMail, readRequest } from './read-message.ts';

/** Everything that somebody can read, by where: what was sent, what the API says, what was logged, and what is stored. */
export async function readablePlaces(world: DeliveryWorld): Promise<Readonly<Record<string, string>>> {
  const { smtp, hooks, shop } = world;
  const { inlay } = shop;
  const ofTenants = async (path: string) => {
    const replies = TENANTS.map(async (tenant) => {
      const { status, body } = await world.admin(tenant, 'GET', path);
      assert.equal(status, 200, path);
      return typeof body === 'string' ? body : JSON.stringify(body);
    });
    return (await Promise.all(replies)).join('\n');
  };
  const folder = inlay.env.INLAY_DATA_DIR ?? assert.fail();
  return {
    mails: smtp.received.map(readMail).join('\n'),
    'mails, as sent': smtp.received.map(({ raw }) => raw).join('\n'),
    requests: hooks.received.map(readRequest).join('\n'),
    subscriptions: await ofTenants('subscriptions?limit=100'),
    deliveries: await ofTenants('report-deliveries?limit=100'),
    destinations: await ofTenants('report-destinations?limit=100'),
    settings: await ofTenants('report-settings'),
    'audit events': await ofTenants('audit-events/export.csv'),
    log: inlay.logged(),
    tables: readTables(join(folder, 'inlay.db')),
    files: readFolder(folder),
  };
}

function readTables(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
    return tables
      .flatMap(({ name }) => database.prepare(`select * from "${name}"`).all())
      .flatMap((row) => Object.values(row))
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
      .join('\n');
  } finally {
    database.close();
  }
}

/** Also what was deleted from the database, as far as its pages still have it. */
const readFolder = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
    .join('\n');

/** A text as it is, and as encodings would have it that hide nothing. */
export function formsOf(text: string): readonly string[] {
  const base64 = [0, 1, 2].flatMap((offset) =>
    (['base64', 'base64url'] as const).map((encoding) =>
      // Without the characters at both ends, which its neighbors decide too.
      Buffer.from(' '.repeat(offset) + text)
        .toString(encoding)
        .slice(offset + 1, -4),
    ),
  );
  return [...new Set([text, encodeURIComponent(text), Buffer.from(text).toString('hex'), ...base64])];
}
