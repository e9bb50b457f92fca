import type { Time } from '../../time/time.ts';
import { EngineProcess } from '../process/engine-process.ts';
import type { NetworkJob, NetworkNote, NetworkResults } from './messages.ts';

export type NetworkProcess = EngineProcess<NetworkJob, NetworkResults, undefined, NetworkNote>;

/** Results of several queries at once, each within its own limit. */
const PROCESS_MB = 1024;
const HEAP_MB = 512;

/** Starts a process that runs the drivers of databases over the network. */
export function startProcess(time: Time): NetworkProcess {
  return new EngineProcess({
    main: new URL('./child/main.ts', import.meta.url),
    isConfined: true,
    start: undefined,
    processMb: PROCESS_MB,
    heapMb: HEAP_MB,
    threads: 4,
    unstoppable: 'abandon',
    time,
  });
}
