import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type Deeds, Peer, PeerLeftError } from './peer.ts';

/** What a server does on each connection, until it returns. */
export type Conversation = (peer: Peer) => Promise<void>;

export interface HostileServer {
  readonly port: number;
  /** How often it got to do what it should not. */
  attacks(): number;
  /** Resolves when nobody reads what it sends without end. */
  settled(): Promise<void>;
  /** Accepts no more connections and ends those there are. */
  close(): Promise<void>;
}

export async function startHostileServer(converse: Conversation): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const deeds: Deeds = { attacks: 0, endless: new Set() };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    converse(new Peer(socket, deeds)).then(
      () => socket.end(),
      (error) => {
        socket.destroy();
        if (!(error instanceof PeerLeftError)) throw error;
      },
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    attacks: () => deeds.attacks,
    async settled() {
      while (deeds.endless.size > 0) await Promise.allSettled(deeds.endless);
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
