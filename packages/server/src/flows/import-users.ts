import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ImportedUser } from '@inlay/protocol/user';
import { OPERATOR, recordEvent } from '../audit/record-event.ts';
import { takenUsernames, unknownReferences } from '../directory/draft-problems.ts';
import { removeImport } from '../directory/remove-abandoned-imports.ts';
import { userProblems } from '../directory/user-file/check-user.ts';
import type { LineProblem, UserLine } from '../directory/user-file/user-line.ts';
import {
  beginImport,
  finishImport,
  keepImportAlive,
  stageUsers,
  type UserImport,
} from '../directory/user-imports.ts';
import { type UserDraft, userRow } from '../directory/write-users.ts';
import { AppError } from '../errors.ts';
import type { Services } from '../services.ts';
import { rest } from '../store/in-portions.ts';
import type { Acting } from './manage-users.ts';

type ImportServices = Pick<Services, 'store' | 'clock' | 'passwords'>;

/** Users written in one transaction: a server beside us on the same file waits no longer than for these. */
const portion = 250;

export interface ImportWatcher {
  readonly signal: AbortSignal;
  problem(problem: LineProblem): Promise<void> | void;
  /** After each portion: how many users were read so far. */
  progress(users: number): void;
  /** Once, at the first password that has to be hashed. */
  hashing(): void;
  removing(): void;
}

export type ImportOutcome =
  | { readonly state: 'done'; readonly users: number }
  | { readonly state: 'refused'; readonly problems: number }
  | { readonly state: 'interrupted' };

interface Draft {
  readonly line: number;
  readonly user: UserDraft;
}

/** Adds the users of a file: all of them in one moment at the end, or none and the reasons. */
export async function importUsers(
  services: ImportServices,
  tenantId: TenantId,
  lines: AsyncIterable<UserLine>,
  watcher: ImportWatcher,
  by: Acting = { actor: null, caller: OPERATOR },
): Promise<ImportOutcome> {
  const { store, clock } = services;
  const userImport = await store.write((transaction) => beginImport(transaction, tenantId, clock()));
  let finished = false;
  try {
    const problems = await stageAll(services, userImport, lines, watcher);
    if (watcher.signal.aborted) return { state: 'interrupted' };
    if (problems > 0) return { state: 'refused', problems };
    const users = await switchOver(services, userImport, by);
    finished = true;
    return { state: 'done', users };
  } finally {
    if (!finished) {
      watcher.removing();
      await removeImport(store, userImport);
    }
  }
}

/** Goes on after a bad line, so that one run names them all. Answers how many problems there were. */
async function stageAll(
  services: ImportServices,
  userImport: UserImport,
  lines: AsyncIterable<UserLine>,
  watcher: ImportWatcher,
): Promise<number> {
  let problems = 0;
  let users = 0;
  const hashes = hashOnce(services, watcher);
  for await (const batch of inBatches(lines)) {
    if (watcher.signal.aborted) break;
    const found = batch.flatMap(problemsOf);
    const wrong = new Set(found.map(({ line }) => line));
    const good = batch.filter(({ line }) => !wrong.has(line));
    const drafts = await Promise.all(
      good.map(async ({ line, value }) => ({ line, user: await hashes(value as ImportedUser) })),
    );
    const started = performance.now();
    found.push(...(await stageBatch(services, userImport, drafts)));
    for (const problem of found.sort((a, b) => a.line - b.line)) await watcher.problem(problem);
    problems += found.length;
    users += batch.length;
    watcher.progress(users);
    await rest(started);
  }
  return problems;
}

function problemsOf({ line, value, problems }: UserLine): LineProblem[] {
  if (problems.length > 0) return [...problems];
  return userProblems(value).map((problem) => ({ line, ...problem }));
}

/** Writes the drafts that fit, and answers what is wrong with the others. */
async function stageBatch(
  { store, clock }: ImportServices,
  userImport: UserImport,
  drafts: readonly Draft[],
): Promise<LineProblem[]> {
  const { tenant_id: tenantId, id, created_at } = userImport;
  // Made before the lock is taken.
  const rows = drafts.map(({ user }) => ({ row: userRow(user, created_at, id), groups: user.groups ?? [] }));
  const users = drafts.map(({ user }) => user);
  const attempt = () =>
    store.write(async (transaction) => {
      await keepImportAlive(transaction, userImport, clock());
      if (drafts.length === 0) return [];
      const problems = [
        ...(await unknownReferences(transaction, tenantId, users)),
        ...(await takenUsernames(transaction, tenantId, users, id)),
      ];
      const wrong = new Set(problems.map(({ index }) => index));
      const good = rows.filter((_, index) => !wrong.has(index));
      await stageUsers(transaction, userImport, good);
      return problems.map(({ index, field, problem }) => ({
        line: drafts[index]?.line ?? 0,
        field,
        problem,
      }));
    });
  return retryConflict(attempt);
}

/** On PostgreSQL somebody may create a user between our look and our write: the second look sees it. */
async function retryConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 3; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0 || !(error instanceof AppError && error.code === 'CONFLICT')) throw error;
      await sleep(50);
    }
  }
}

async function switchOver(
  { store, clock }: ImportServices,
  userImport: UserImport,
  { actor, caller }: Acting,
): Promise<number> {
  return store.write(async (transaction) => {
    const now = clock();
    const users = await finishImport(transaction, userImport, now);
    const event = { action: 'user.import', actor, target: userImport.id, details: { users } };
    await recordEvent(transaction, userImport.tenant_id, now, caller, event);
    return users;
  });
}

/** Turns a password into its hash, and says so the first time: it takes a thousand times as long as the rest. */
function hashOnce({ passwords }: ImportServices, watcher: ImportWatcher) {
  let told = false;
  return async ({ password, ...user }: ImportedUser): Promise<UserDraft> => {
    if (password === undefined) return user;
    if (!told) watcher.hashing();
    told = true;
    return { ...user, passwordHash: await passwords.hash(password) };
  };
}

async function* inBatches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length === portion) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
