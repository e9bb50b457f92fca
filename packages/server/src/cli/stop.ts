import { readConfig } from '../config.ts';
import { StartError } from '../platform/errors.ts';
import { findServer, isRunning } from '../platform/process/pid-file.ts';
import { systemTime } from '../platform/time/time.ts';
import { defineCommand, print } from './command.ts';

/** A server always exits within ten seconds after draining. */
const SHUTDOWN_MS = 12_000;
const POLL_MS = 50;

export const stopCommand = defineCommand({
  summary: 'Stop the server that runs on the data folder',
  options: {},
  details: `Sends SIGTERM to the server started with the same INLAY_DATA_DIR, and returns once it has exited. The
server finishes running requests first. If no server is running, the command succeeds. On Linux and macOS.`,
  examples: [''],
  async run({ env }) {
    const { dataDir, drainSeconds } = readConfig(env);
    const pid = findServer(dataDir);
    if (pid === undefined) {
      print(`No server is running on ${dataDir}.\n`);
      return 0;
    }
    process.kill(pid, 'SIGTERM');
    const deadline = systemTime.monotonic() + SHUTDOWN_MS + drainSeconds * 1000;
    while (isRunning(pid)) {
      if (systemTime.monotonic() > deadline)
        throw new StartError(`The server (process ${pid}) has not exited yet. Run the command again.`);
      await systemTime.sleep(POLL_MS);
    }
    print(`Stopped the server on ${dataDir}.\n`);
    return 0;
  },
});
