import type { Readable } from 'node:stream';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import type { Services } from '../../services.ts';
import { importUsers } from './import-users.ts';
import { readCsv } from './read-csv.ts';
import { readJsonl } from './read-jsonl.ts';
import type { LineProblem } from './user-line.ts';
import type { UserManager } from './user-manager.ts';

const readers = { csv: readCsv, jsonl: readJsonl } as const;
export type UserFileFormat = keyof typeof readers;

/** The maximum number of problems to report. */
const MAX_PROBLEMS = 10_000;

/**
 * Imports the users of a request body as it arrives: all of them at the end, or none. Backpressure holds the sender
 * to the pace of the import. If the connection breaks, nothing is imported.
 */
export async function receiveUsers(
  services: Services,
  tenantId: TenantId,
  body: Readable,
  format: UserFileFormat,
  manager: UserManager,
): Promise<number> {
  const stop = new AbortController();
  body.once('error', () => stop.abort());
  body.once('close', () => !body.readableEnded && stop.abort());
  const problems: LineProblem[] = [];
  const outcome = await importUsers(
    services,
    tenantId,
    readers[format](limited(body, services.config.uploadLimitMb)),
    {
      signal: AbortSignal.any([stop.signal, services.stopping]),
      problem: (problem) => {
        if (problems.length < MAX_PROBLEMS) problems.push(problem);
      },
      progress: () => {},
      hashing: () => {},
      removing: () => {},
    },
    manager,
  );
  if (outcome.state === 'done') return outcome.users;
  if (outcome.state === 'interrupted' && !stop.signal.aborted)
    throw new AppError('UNAVAILABLE', {
      message: 'The server is shutting down. No users were imported. Send the file again.',
      headers: { 'retry-after': '5' },
    });
  if (outcome.state === 'interrupted')
    throw new AppError('REQUEST_INVALID', { message: 'The upload was interrupted. No users were imported.' });
  const count =
    outcome.problems === 1 ? 'The file has 1 problem' : `The file has ${outcome.problems} problems`;
  throw new AppError('REQUEST_INVALID', {
    message: `${count}. No users were imported. Correct the file and send it again.`,
    details: { total: outcome.problems, problems },
  });
}

async function* limited(body: Readable, maxMb: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  // A refused file stays open: the rest of it is discarded once the response is sent.
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxMb * 1024 * 1024)
      throw new AppError('BODY_TOO_LARGE', {
        message: `The file is larger than the limit of ${maxMb} MB. The operator can raise INLAY_UPLOAD_LIMIT_MB.`,
      });
    yield chunk;
  }
}
