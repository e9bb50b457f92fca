import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ImportedUser } from '@inlay/protocol/user';
import { recordEvent } from '../../platform/audit/record-event.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import { turnOfImport } from '../../platform/identity/hashing-turns.ts';
import { newIds } from '../../platform/new-id.ts';
import type { Services } from '../../services.ts';
import { type FieldProblem, userProblems } from './check-user.ts';
import { type DraftProblem, takenUsernames, unknownReferences } from './draft-problems.ts';
import { removeImport } from './remove-abandoned-imports.ts';
import { beginImport, finishImport, keepImportAlive, stageUsers, type UserImport } from './user-imports.ts';
import type { LineProblem, UserLine } from './user-line.ts';
import {
  CONTRADICTING_ROLES,
  NEW_STANDING,
  operatorOfUsers,
  standingAfter,
  type UserManager,
} from './user-manager.ts';
import { type UserDraft, userRow } from './write-users.ts';

type ImportServices = Pick<Services, 'store' | 'time' | 'passwords' | 'stopping'>;

/** Roughly how long a server on the same SQLite file waits for the write lock, plus a commit. */
const maxWorkMs = 20;
const smallestPortion = 250;
const largestPortion = 2000;
/** More would exceed an import's share; fewer would leave cores idle. */
const hashesAtOnce = 4;

export interface ImportWatcher {
  readonly signal: AbortSignal;
  problem(problem: LineProblem): Promise<void> | void;
  /** Called after each portion with the number of users read so far. */
  progress(users: number): void;
  /** Called once, before the first password is hashed. */
  hashing(): void;
  removing(): void;
}

export type ImportOutcome =
  | { readonly state: 'done'; readonly users: number }
  | { readonly state: 'refused'; readonly problems: number }
  | { readonly state: 'interrupted' };

interface Draft {
  readonly line: number;
  readonly id: string;
  readonly user: UserDraft;
}

/** Imports the users of a file: all of them at once at the end, or none if there are problems. */
export async function importUsers(
  services: ImportServices,
  tenantId: TenantId,
  lines: AsyncIterable<UserLine>,
  watcher: ImportWatcher,
  manager: UserManager = operatorOfUsers,
): Promise<ImportOutcome> {
  const { store, time } = services;
  const userImport = await store.write((transaction) => beginImport(transaction, tenantId, time.now()));
  let finished = false;
  try {
    const problems = await stageAll(services, userImport, lines, watcher, manager);
    if (watcher.signal.aborted) return { state: 'interrupted' };
    if (problems > 0) return { state: 'refused', problems };
    const users = await switchOver(services, userImport, manager);
    finished = true;
    return { state: 'done', users };
  } finally {
    if (!finished) {
      watcher.removing();
      // If the server is shutting down, a sweep removes the rest.
      await removeImport(services, userImport, services.stopping);
    }
  }
}

/** Continues after a bad line, so that one run reports them all. Returns the number of problems. */
async function stageAll(
  services: ImportServices,
  userImport: UserImport,
  lines: AsyncIterable<UserLine>,
  watcher: ImportWatcher,
  manager: UserManager,
): Promise<number> {
  let problems = 0;
  let users = 0;
  let portion = smallestPortion;
  const hashes = hashOnce(services, userImport.tenant_id, watcher);
  const nextId = newIds(userImport.created_at);
  for await (const batch of inBatches(lines, () => portion)) {
    if (watcher.signal.aborted) break;
    const found = batch.flatMap((line) => problemsOf(line, manager));
    const wrong = new Set(found.map(({ line }) => line));
    const good = batch.filter(({ line }) => !wrong.has(line));
    const drafts: Draft[] = await mapFew(good, async ({ line, value }) => ({
      line,
      id: nextId(),
      user: { ...(await hashes(value as ImportedUser)), ...newStanding(value as ImportedUser, manager) },
    }));
    if (watcher.signal.aborted) break;
    const started = performance.now();
    const staged = await stageBatch(services, userImport, drafts);
    portion = nextPortion(portion, staged.workMs);
    found.push(...staged.problems);
    for (const problem of found.sort((a, b) => a.line - b.line)) await watcher.problem(problem);
    problems += found.length;
    users += batch.length;
    watcher.progress(users);
    // Leaves half of the time to other writers, however slow the machine or its disk is.
    await services.time.sleep(Math.max(2, performance.now() - started));
  }
  return problems;
}

function nextPortion(portion: number, workMs: number): number {
  if (workMs > maxWorkMs) return Math.max(smallestPortion, Math.floor(portion / 2));
  return workMs < maxWorkMs / 2 ? Math.min(largestPortion, Math.ceil(portion * 1.25)) : portion;
}

function problemsOf({ line, value, problems }: UserLine, manager: UserManager): LineProblem[] {
  if (problems.length > 0) return [...problems];
  const wrong = userProblems(value);
  return (wrong.length > 0 ? wrong : roleProblems(value as ImportedUser, manager)).map((problem) => ({
    line,
    ...problem,
  }));
}

function roleProblems(user: ImportedUser, manager: UserManager): FieldProblem[] {
  const standing = newStanding(user, manager);
  if (!standing) return [{ field: 'adminRole', problem: CONTRADICTING_ROLES }];
  if (manager.manages(standing.adminRole)) return [];
  return [{ field: 'adminRole', problem: 'exceeds what you may do yourself' }];
}

const newStanding = (user: ImportedUser, { usualRole }: UserManager) =>
  standingAfter(user, NEW_STANDING, usualRole);

/** Writes the valid drafts. Returns the problems of the others and the duration. */
async function stageBatch(
  { store, time }: ImportServices,
  userImport: UserImport,
  drafts: readonly Draft[],
): Promise<{ readonly problems: readonly LineProblem[]; readonly workMs: number }> {
  const { tenant_id: tenantId, id, created_at } = userImport;
  // Computed before the lock is taken.
  const users = drafts.map(({ line, id: userId, user }) => ({
    line,
    user,
    row: userRow(user, created_at, id, userId),
    groups: user.groups ?? [],
  }));
  let workMs = 0;
  const problems = await store.write(async (transaction) => {
    const started = performance.now();
    await keepImportAlive(transaction, userImport, time.now());
    if (users.length === 0) return [];
    const dangling = await unknownReferences(
      transaction,
      tenantId,
      users.map(({ user }) => user),
    );
    const wrong = new Set(dangling.map(({ index }) => index));
    const complete = users.filter((_, index) => !wrong.has(index));
    const staged = await stageUsers(transaction, userImport, complete);
    const refused = complete.filter((_, index) => !staged[index]);
    const taken = await takenUsernames(
      transaction,
      tenantId,
      refused.map(({ user }) => user),
      id,
    );
    workMs = performance.now() - started;
    return [...linesOf(dangling, users), ...linesOf(taken, refused)];
  });
  return { problems, workMs };
}

const linesOf = (problems: readonly DraftProblem[], users: readonly { readonly line: number }[]) =>
  problems.map(({ index, field, problem }) => ({ line: users[index]?.line ?? 0, field, problem }));

async function switchOver(
  { store, time }: ImportServices,
  userImport: UserImport,
  { actor, caller }: Acting,
): Promise<number> {
  return store.write(async (transaction) => {
    const now = time.now();
    const users = await finishImport(transaction, userImport, now);
    const event = { action: 'user.import', actor, target: userImport.id, details: { users } } as const;
    await recordEvent(transaction, userImport.tenant_id, now, caller, event);
    return users;
  });
}

/** Hashes a password, and reports the first one: hashing takes a thousand times as long as the rest. */
function hashOnce(
  { passwords }: ImportServices,
  tenantId: UserImport['tenant_id'],
  { signal, hashing }: ImportWatcher,
) {
  let hasReported = false;
  return async ({ password, ...user }: ImportedUser): Promise<UserDraft> => {
    if (password === undefined) return user;
    if (!hasReported) hashing();
    hasReported = true;
    const passwordHash = await passwords
      .hash(password, turnOfImport(tenantId), signal)
      .catch((error: unknown) => {
        // The import ends after this batch, and its users with it.
        if (signal.aborted) return null;
        throw error;
      });
    return { ...user, passwordHash };
  };
}

/** The results in the order of the items; the first failure ends the rest. */
async function mapFew<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = (function* () {
    yield* items.entries();
  })();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: hashesAtOnce }, worker));
  return results;
}

async function* inBatches<T>(items: AsyncIterable<T>, size: () => number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length >= size()) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
