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
 * Closes the connections that a worker was handed and had not taken when it ended. Node's cluster forgets about them, so
 * that they would stay open, and their callers wait forever. They are not handed to another worker: the one that ended
 * may have read from them.
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
    // Node waits for the worker to confirm the last of them, and would count it among the living until then.
    if (child.connected) child.disconnect();
  });
}
