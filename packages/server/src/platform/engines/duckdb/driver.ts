import { realpath } from 'node:fs/promises';
import type { Time } from '../../time/time.ts';
import type { TenantFiles } from '../define-engine.ts';
import { makeDrain } from '../drain.ts';
import type { Engine } from '../engine.ts';
import { EngineError } from '../engine-error.ts';
import { joinBatches } from '../process/join-batches.ts';

const DESCRIBE_TIMEOUT_MS = 30_000;

/** Opens a tenant's folder of files, each of them a table. DuckDB itself runs in a process of the pool. */
export async function openDuckdb({ folder, children }: TenantFiles, time: Time): Promise<Engine> {
  const home = await realpath(folder).catch(() => {
    throw new EngineError('BAD_CONNECTION', { message: 'The folder of this connection does not exist.' });
  });
  const drain = makeDrain(time);
  const describing = (signal: AbortSignal | undefined) => ({ timeoutMs: DESCRIBE_TIMEOUT_MS, signal });
  return {
    describe: (signal) =>
      drain.run(async () => (await children.run(home, { kind: 'describe' }, describing(signal))).result),
    describeStatement: (statement, signal) =>
      drain.run(
        async () =>
          (await children.run(home, { kind: 'describeStatement', statement }, describing(signal))).result,
      ),
    query: (statement, limits, signal) =>
      drain.run(async () => {
        const rules = { timeoutMs: limits.timeoutMs, signal };
        return joinBatches(await children.run(home, { kind: 'query', statement, limits }, rules));
      }),
    test: (signal) =>
      drain.run(async () => {
        await children.run(home, { kind: 'test' }, describing(signal));
      }),
    close: () => drain.close(),
  };
}
