/** A thread with a mail server that takes everything and keeps nothing. Posts its port, and then how much it took when asked. */
import { parentPort } from 'node:worker_threads';
import { SMTPServer } from 'smtp-server';

let count = 0;
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  authOptional: true,
  logger: false,
  onData: (stream, _session, done) => {
    stream.resume().on('end', () => {
      count += 1;
      done();
    });
  },
});
server.on('error', () => {});
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address();
  parentPort?.postMessage(typeof address === 'object' ? address?.port : undefined);
});
parentPort?.on('message', () => parentPort?.postMessage(count));
