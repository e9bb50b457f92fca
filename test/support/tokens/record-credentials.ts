import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { eventually } from '../time/eventually.ts';

export interface CredentialRecorder {
  /** `user:password` of each request, in their order. */
  readonly received: readonly string[];
  close(): void;
}

/** Listens where a frozen connection points to, and turns everybody away after noting who they said they are. */
export async function recordCredentials(port: number): Promise<CredentialRecorder> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    const [, encoded = ''] = (request.headers.authorization ?? '').split(' ');
    received.push(Buffer.from(encoded, 'base64').toString());
    response.writeHead(403).end('Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)');
  });
  // The port is in the fixture, and another run of the tests on this machine may hold it for a moment.
  await eventually(async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening').catch((error: Error) => assert.fail(error.message));
  });
  return {
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
