import type { EmbedRequest } from '../../embeds/index.ts';

/** Turns for what computes. Data is read before, so a slow database takes no turn from other reports. */
export interface ReportTurns {
  draw<T>(work: () => Promise<T>): Promise<T>;
  /** A file, whose data is read while it is made. */
  makeFile<T>(work: () => Promise<T>): Promise<T>;
}

/** Those of a request, like exports. */
export function exportTurns({ services, viewer, signal }: EmbedRequest): ReportTurns {
  const run = <T>(work: () => Promise<T>) =>
    services.queues.exports.run([viewer.tenantId, viewer.username], work, signal);
  return { draw: run, makeFile: run };
}
