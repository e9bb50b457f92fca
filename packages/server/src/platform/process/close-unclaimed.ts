import type { Worker } from 'node:cluster';

interface HandedOver {
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

interface Closable {
  close(): void;
}

/**
 * Closes connections that were handed to a worker and not accepted before it exited. Node's cluster forgets them, so
 * that their clients would wait forever. They are not handed to another worker, since the first may have read from
 * them.
 */
export function closeUnclaimed(worker: Worker): void {
  const handed = new Map<number, Closable>();
  const { process: child } = worker;
  const send = child.send.bind(child);
  const noting = (...args: Parameters<typeof send>) => {
    const { act, seq } = args[0] as HandedOver;
    if (act === 'newconn' && seq !== undefined) handed.set(seq, args[1] as Closable);
    return send(...args);
  };
  Object.assign(child, { send: noting });
  child.on('internalMessage', ({ ack }: HandedOver) => {
    if (ack !== undefined) handed.delete(ack);
  });
  child.once('exit', () => {
    for (const handle of handed.values()) handle.close();
    handed.clear();
    // Node waits for the worker to acknowledge the last one, and would consider it alive until then.
    if (child.connected) child.disconnect();
  });
}
