import { logUnhandled, type RunningApp, startApp } from './app.ts';
import { printBanner } from './cli/banner.ts';
import { defineCommand } from './cli/command.ts';
import { configFlags, withFlags } from './cli/config-flags.ts';
import { upgradeProgress } from './cli/upgrade-progress.ts';
import { readConfig } from './config.ts';
import { writePidFile } from './platform/process/pid-file.ts';
import {
  exitCodeOf,
  exitSoon,
  stopSignal,
  unlessStopped,
  untilStopped,
} from './platform/process/stop-signal.ts';

export const serve = defineCommand({
  summary: 'Start the server',
  options: configFlags,
  details: `Each option can also be set as an environment variable: --public-url is INLAY_PUBLIC_URL.
Options override variables.`,
  examples: [
    '',
    '--port 8080 --public-url https://analytics.example.com',
    '--data-dir /var/lib/inlay',
    '--demo',
  ],
  async run({ values, env }) {
    const config = readConfig(withFlags(env, values));
    // With the banner: standard error is for logs.
    const { onMigration, end } = upgradeProgress(process.stdout);
    const app = await startApp(config, { onMigration }).finally(end);
    // Before the banner, because a reader of it may stop the process immediately.
    const stop = stopSignal({ ...config, onUnhandled: logUnhandled(app.services) });
    const removePidFile = writePidFile(config.dataDir);
    const demo = config.demo ? await unlessStopped(prepareDemo(app, stop), stop) : undefined;
    if (!stop.aborted) await printBanner(app.services, { first: app.firstTenant, port: app.port, demo });
    // The parent process starts the demo host application.
    process.send?.({ demo: demo?.host });
    await untilStopped(stop);
    await app.close();
    removePidFile();
    exitSoon();
    return exitCodeOf(stop);
  },
});

/** Loaded on demand, because only the demo needs the YAML reader at startup. */
async function prepareDemo({ services }: RunningApp, stop: AbortSignal) {
  const { prepareDemo } = await import('./cli/prepare-demo.ts');
  return prepareDemo(services, stop);
}
