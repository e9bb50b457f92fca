import type { Time } from '../../time/time.ts';
import { EngineProcess } from '../process/engine-process.ts';
import type { ChildResources, Job, JobResults, OpenFolder } from './messages.ts';

export type DuckdbChild = EngineProcess<Job, JobResults, OpenFolder | undefined>;

export interface ChildOptions {
  /** The tenant's folder; a child without one imports or generates files. */
  readonly folder: string | undefined;
  readonly resources: ChildResources;
  /** How many jobs run in it at once. */
  readonly maxJobs: number;
  readonly time: Time;
}

/** JavaScript in a child only converts and sends batches. */
const HEAP_MB = 256;

/** Starts a process that runs DuckDB for one tenant. */
export function startChild({ folder, resources, maxJobs, time }: ChildOptions): DuckdbChild {
  return new EngineProcess({
    main: new URL('./child/main.ts', import.meta.url),
    isConfined: false,
    start: folder === undefined ? undefined : { folder, ...resources },
    processMb: resources.processMb,
    heapMb: HEAP_MB,
    // File system calls need some as well.
    threads: maxJobs + 2,
    unstoppable: 'kill',
    time,
  });
}
