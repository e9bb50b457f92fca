import { cpuMsOf, processTree } from '../load/process-tree.ts';
import { type ServerProcess, startProcess } from '../load/server-process.ts';

/** A server that has no metrics of its own: its CPU time is that of its processes, without the database's. */
export async function startPeer(...start: Parameters<typeof startProcess>): Promise<ServerProcess> {
  const server = await startProcess(...start);
  const cpuMicroseconds = async () =>
    processTree(server.pid).reduce((total, pid) => total + cpuMsOf(pid) * 1000, 0);
  return { ...server, cpuMicroseconds };
}
