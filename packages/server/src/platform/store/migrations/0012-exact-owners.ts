import { sql } from 'kysely';
import type { MigrationDb } from '../schema.ts';

/**
 * Dashboards of viewers were kept under a folded username, which look-alikes shared. Whoever made one is named beside
 * it, as they were signed: from now on it is theirs alone. Who has one open is noted anew within seconds.
 */
export async function exactOwners(db: MigrationDb): Promise<void> {
  const { rows } = await sql<{ tenant_id: string; dashboard_id: string; owner: string; username: string }>`
    select tenant_id, dashboard_id, owner, username from dashboard_owners`.execute(db);
  for (const { tenant_id, dashboard_id, owner, username } of rows) {
    // Workspace and username; identifiers of workspaces hold no slash.
    const exact = `${owner.slice(0, owner.indexOf('/'))}/${username}`;
    if (exact === owner) continue;
    await sql`
      update dashboard_owners set owner = ${exact}
      where tenant_id = ${tenant_id} and dashboard_id = ${dashboard_id}`.execute(db);
  }
  await sql`delete from dashboard_presence`.execute(db);
}
