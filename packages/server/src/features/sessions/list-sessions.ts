import { hash } from 'node:crypto';
import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { Session, SignInSettings } from '@inlay/protocol/sign-in';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { sessionEnd } from '../../platform/identity/login-tokens.ts';
import { readSignInSettings } from '../../platform/identity/sign-in-settings.ts';
import { readPage } from '../../platform/store/read-page.ts';
import type { LoginTokenRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { isoTime } from '../../platform/time/time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Listing {
  readonly page: PageRequest;
  readonly now: number;
  /** The token's hash of the session that asks. */
  readonly current: string | undefined;
}

/** Of a user, last used first. Those that have ended are left out. */
export async function listSessions(
  queries: Queries,
  tenantId: TenantId,
  userId: string,
  { page, now, current }: Listing,
): Promise<Page<Session>> {
  const settings = await readSignInSettings(queries, tenantId);
  const { sessionHours, idleMinutes } = settings;
  const running = queries
    .tenant(tenantId)
    .selectFrom('login_tokens')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('created_at', '>', now - sessionHours * HOUR)
    .$if(idleMinutes !== null, (query) =>
      query.where(
        (row) => row.fn.coalesce('last_used_at', 'created_at'),
        '>',
        now - (idleMinutes ?? 0) * MINUTE,
      ),
    );
  const { data, meta } = await readPage(page, running, (found) =>
    found
      .selectAll()
      .orderBy((row) => row.fn.coalesce('last_used_at', 'created_at'), 'desc')
      .orderBy('token_hash'),
  );
  return { data: data.map((row) => toSession(row, settings, current)), meta };
}

/** The token's hash of the user's session with this id. */
export async function findSession(
  queries: Queries,
  tenantId: TenantId,
  userId: string,
  id: string,
): Promise<string | undefined> {
  const rows = await queries
    .tenant(tenantId)
    .selectFrom('login_tokens')
    .select('token_hash')
    .where('user_id', '=', userId)
    .execute();
  return rows.find(({ token_hash }) => sessionId(token_hash) === id)?.token_hash;
}

const lastUse = ({ last_used_at, created_at }: LoginTokenRow): number => last_used_at ?? created_at;

/** Names a session without telling what the store looks it up by. */
const sessionId = (tokenHash: string): string => hash('sha256', tokenHash, 'base64url').slice(0, 22);

const toSession = (row: LoginTokenRow, settings: SignInSettings, current: string | undefined): Session => ({
  id: sessionId(row.token_hash),
  method: row.method ?? 'password',
  provider: row.provider,
  secondFactor: row.second_factor === 1,
  userAgent: row.user_agent,
  ip: row.ip,
  createdAt: isoTime(row.created_at),
  lastUsedAt: isoTime(lastUse(row)),
  expiresAt: isoTime(sessionEnd(row, settings)),
  isCurrent: row.token_hash === current,
});
