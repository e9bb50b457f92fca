import { once } from 'node:events';
import { createServer } from 'node:net';

/** The first port of 127.0.0.1, from `first` on, that nothing listens on. */
export async function findPort(first: number): Promise<number> {
  for (let port = first; port < first + 100; port += 1) {
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error(`No port from ${first} to ${first + 99} is free: set INLAY_PORT and INLAY_DEMO_PORT.`);
}
