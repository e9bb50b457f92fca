import { type RawBuilder, sql } from 'kysely';
import { deletePortion, inPortions, type SweepServices } from './in-portions.ts';

const minute = 60 * 1000;
const day = 24 * 60 * 60 * 1000;
const USAGE_DAYS = 400;
const FAILED_MAIL_DAYS = 14;
/** Longer than a month: the row of a monthly report keeps another from being sent for the same time. */
const REPORT_JOB_DAYS = 35;
/** Most checks of alerts find nothing, every hour. */
const CHECK_DAYS = 3;

const EMPTY_CHECKS = sql`kind = 'check' and state = 'skipped'`;

interface Expired {
  readonly table: string;
  readonly column: string;
  readonly before: number;
  readonly only?: RawBuilder<unknown>;
}

/** Rows that are no longer needed at `now`. */
const expired = (now: number): readonly Expired[] => [
  { table: 'login_tokens', column: 'expires_at', before: now },
  { table: 'one_time_tokens', column: 'expires_at', before: now },
  { table: 'outgoing_mail', column: 'failed_at', before: now - FAILED_MAIL_DAYS * day },
  { table: 'report_jobs', column: 'finished_at', before: now - REPORT_JOB_DAYS * day },
  { table: 'report_jobs', column: 'finished_at', before: now - CHECK_DAYS * day, only: EMPTY_CHECKS },
  { table: 'embed_tokens', column: 'forget_at', before: now },
  { table: 'attempts', column: 'updated_at', before: now - day },
  { table: 'dashboard_presence', column: 'seen_at', before: now - minute },
  { table: 'usage_counts', column: 'hour', before: now - USAGE_DAYS * day },
  { table: 'usage_totals', column: 'month', before: now - USAGE_DAYS * day },
  { table: 'viewer_usage', column: 'day', before: now - USAGE_DAYS * day },
];

export async function sweepExpired(
  { store, time }: SweepServices,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  let swept = 0;
  for (const { table, column, before, only } of expired(now)) {
    const old = sql`${sql.ref(column)} < ${before}${only ? sql` and ${only}` : sql``}`;
    swept += await inPortions(time, () => deletePortion(store, table, old), signal);
  }
  return swept;
}

/** Erases the contexts of viewers that subscriptions kept until a date that has passed: nothing is sent with them. */
export async function sweepEndedContexts(
  { store, time }: SweepServices,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const eraseSome = () =>
    store.write(async ({ everyTenant, engine }) => {
      const rowId = sql.ref(engine === 'sqlite' ? 'rowid' : 'ctid');
      const { rows } = await sql`
        update subscriptions set sealed_context = null, context_ends_at = null where ${rowId} in (
          select ${rowId} from subscriptions where context_ends_at < ${now} limit ${portion})
        returning 1 as one`.execute(everyTenant);
      return rows.length;
    });
  return inPortions(time, eraseSome, signal);
}

/** Embed tokens live at most a day; one more hour for clock differences between nodes. */
const longestMs = 25 * 60 * 60 * 1000;
const portion = 500;

/** Replaces the context of an expired token. */
const FORGOTTEN = '{}';

/**
 * Creates a sweep that erases context and secrets of expired tokens. Their rows stay while their assertion could be
 * replayed, which may be years; the digest of the `jti` suffices for that. Keys begin with the second of issue, so
 * each run continues where the last one stopped.
 */
export function createContextSweep(): typeof sweepExpired {
  let passed = '';
  return ({ store, time }, now, signal) => {
    const before = Math.floor((now - longestMs) / 1000)
      .toString(16)
      .padStart(8, '0');
    return inPortions(
      time,
      async () => {
        const ended = await store.everyTenant
          .selectFrom('embed_tokens')
          .select(['token_key', 'context'])
          .where('token_key', '>', passed)
          .where('token_key', '<', before)
          .orderBy('token_key')
          .limit(portion)
          .execute();
        const keys = ended.filter(({ context }) => context !== FORGOTTEN).map(({ token_key }) => token_key);
        if (keys.length > 0)
          await store.write(({ everyTenant }) =>
            everyTenant
              .updateTable('embed_tokens')
              .set({ context: FORGOTTEN, lost_sections: null, sealed_secrets: null })
              .where('token_key', 'in', keys)
              .execute(),
          );
        passed = ended.at(-1)?.token_key ?? passed;
        return ended.length;
      },
      signal,
    );
  };
}
