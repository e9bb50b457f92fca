import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { CheckedSocket } from '../../egress/checked-socket.ts';
import type { AddressRule } from '../../egress/egress-rules.ts';
import type { Time } from '../../time/time.ts';
import type { TlsOptions } from '../tls-options.ts';

export interface CancelTarget {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsOptions | undefined;
  readonly processId: number;
  readonly secretKey: number;
}

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const CANCEL_REQUEST_CODE = 80877102;

/**
 * Cancels a running query over a separate connection, which needs no login and no free connection slot.
 * PostgreSQL docs, "Canceling Requests in Progress".
 */
export async function cancelPostgresQuery(
  target: CancelTarget,
  rule: AddressRule,
  time: Time,
): Promise<void> {
  const socket = new CheckedSocket(rule);
  const { signal: giveUp, release } = time.deadline(5000);
  giveUp.addEventListener('abort', () => socket.destroy());
  socket.once('close', release);
  socket.on('error', () => {});
  socket.connect(target.port, target.host);
  await once(socket, 'connect', { signal: giveUp });
  if (target.tls === undefined) {
    socket.end(cancelRequest(target));
    return;
  }
  socket.write(SSL_REQUEST);
  await once(socket, 'data', { signal: giveUp });
  const servername = isIP(target.host) === 0 ? { servername: target.host } : {};
  const secure = tlsConnect({ ...target.tls, ...servername, host: target.host, socket });
  secure.on('error', () => {});
  await once(secure, 'secureConnect', { signal: giveUp });
  secure.end(cancelRequest(target));
}

function cancelRequest({ processId, secretKey }: CancelTarget): Buffer {
  const request = Buffer.alloc(16);
  [16, CANCEL_REQUEST_CODE, processId, secretKey].forEach((field, index) => {
    request.writeInt32BE(field, index * 4);
  });
  return request;
}
