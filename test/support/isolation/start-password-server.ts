import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export interface PasswordServer {
  readonly port: number;
  /** What clients sent, the latest last. */
  readonly passwords: readonly string[];
  close(): Promise<void>;
}

// PostgreSQL docs, "Message Formats": AuthenticationCleartextPassword, and ErrorResponse.
const ASK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);
const FIELDS = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed for user "reader"\0\0');
const LENGTH = Buffer.alloc(4);
LENGTH.writeInt32BE(LENGTH.length + FIELDS.length);
const REFUSE = Buffer.concat([Buffer.from('E'), LENGTH, FIELDS]);

/** Begins like PostgreSQL: asks for a password in clear text, keeps it, and refuses it. */
export async function startPasswordServer(): Promise<PasswordServer> {
  const passwords: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(ASK);
      socket.once('data', (message: Buffer) => {
        // After the type and the length, up to the zero.
        passwords.push(message.subarray(5, -1).toString());
        socket.end(REFUSE);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    passwords,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
