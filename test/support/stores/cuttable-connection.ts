import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CuttableConnection {
  readonly port: number;
  /** Breaks every connection and refuses new ones, as a network or a server that went away. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A port that forwards to another one until it is cut. */
export async function cuttableConnection(target: {
  readonly host: string;
  readonly port: number;
}): Promise<CuttableConnection> {
  const open = new Set<Socket>();
  let whole = true;
  const cut = () => {
    whole = false;
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = connect(target.port, target.host);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: () => {
      whole = true;
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
