// Loaded ahead of every thread of a server (`node --import`): the thread that verifies token requests fails in the
// way that BREAK_WORKER names at its third message, once per server. BREAK_WORKER_MARK is the file that notes it.
import { existsSync, writeFileSync } from 'node:fs';
import { isMainThread, parentPort } from 'node:worker_threads';

const { BREAK_WORKER: how, BREAK_WORKER_MARK: mark = '' } = process.env;
const atMessage = 3;

if (!isMainThread && parentPort) {
  const port = parentPort;
  const listen = port.on.bind(port);
  let messages = 0;
  port.on = ((event: string, listener: (message: unknown) => void) => {
    if (event !== 'message') return listen(event, listener);
    return listen('message', (message: unknown) => {
      const isTokens = typeof message === 'object' && message !== null && 'requests' in message;
      if (isTokens) messages += 1;
      if (isTokens && messages === atMessage && !existsSync(mark)) {
        writeFileSync(mark, '');
        if (how === 'throw') {
          // The server learns of the error immediately, but of the exit only when the next thread is running already.
          process.on('exit', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100));
          throw new Error('thrown once');
        }
        if (how === 'silence') return;
      }
      listener(message);
    });
  }) as typeof port.on;
}
