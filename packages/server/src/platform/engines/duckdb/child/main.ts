import type { DuckDBConnection } from '@duckdb/node-api';
import { systemTime } from '../../../time/time.ts';
import { serveJobs } from '../../process/serve-jobs.ts';
import type { Job, JobResults, OpenFolder } from '../messages.ts';
import { generateTables } from './generate-tables.ts';
import { importRows } from './import-rows.ts';
import { type Folder, openFolder } from './open-folder.ts';
import { toEngineError } from './to-engine-error.ts';

/** The process that runs DuckDB: a crash in native code does not reach the server. */

const INTERRUPT_EVERY_MS = 25;

let folder: Promise<Folder> | undefined;

serveJobs<Job, JobResults, OpenFolder | undefined>({
  async start(open) {
    if (open === undefined) return;
    folder = openFolder(open);
    // Each job that needs the folder reports why it could not be opened.
    await folder.catch(() => {});
  },
  async perform(job, { signal, send, report }) {
    const interruption = interruptWhen(signal);
    try {
      if (job.kind === 'import') return await importRows(job, interruption.use, report);
      if (job.kind === 'generate') return await generateTables(job, interruption.use);
      if (folder === undefined) throw new Error('no folder was passed to this process');
      return await (await folder).run(job, interruption.use, send);
    } finally {
      interruption.end();
    }
  },
  toError: toEngineError,
});

/** An interrupt before the query began is forgotten, so it is repeated until the job has ended. */
function interruptWhen(signal: AbortSignal) {
  let connection: DuckDBConnection | undefined;
  const interrupt = () => connection?.interrupt();
  let interrupting: ReturnType<typeof systemTime.every> | undefined;
  const onAbort = () => {
    interrupt();
    interrupting = systemTime.every(INTERRUPT_EVERY_MS, interrupt);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return {
    use: (next: DuckDBConnection | undefined) => {
      connection = next;
    },
    end: () => {
      interrupting?.stop();
      signal.removeEventListener('abort', onAbort);
    },
  };
}
