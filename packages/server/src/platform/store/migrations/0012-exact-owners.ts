import { sql } from 'kysely';
import type { MigrationDb } from '../schema.ts';

/**
 * Dashboards of viewers were stored under a folded username, which look-alike names shared. The exact username is
 * stored as well, and identifies the owner from now on. Presence is recorded again within seconds.
 */
export async function exactOwners(db: MigrationDb): Promise<void> {
  const { rows } = await sql<{ tenant_id: string; dashboard_id: string; owner: string; username: string }>`
    select tenant_id, dashboard_id, owner, username from dashboard_owners`.execute(db);
  for (const { tenant_id, dashboard_id, owner, username } of rows) {
    // Workspace and username; workspace ids contain no slash.
    const exact = `${owner.slice(0, owner.indexOf('/'))}/${username}`;
    if (exact === owner) continue;
    await sql`
      update dashboard_owners set owner = ${exact}
      where tenant_id = ${tenant_id} and dashboard_id = ${dashboard_id}`.execute(db);
  }
  await sql`delete from dashboard_presence`.execute(db);
}
