import cluster from 'node:cluster';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { type RunningApp, startApp } from './app.ts';
import { printBanner } from './cli/banner.ts';
import type { Command } from './cli/command-line.ts';
import { configFlags, flagsHelp, withFlags } from './cli/config-flags.ts';
import { type Config, readConfig } from './config.ts';
import { serveWithWorkers } from './serve-workers.ts';

/** How long requests under way may take once the process is asked to stop. */
const drainMs = 4000;

export const serve: Command = {
  summary: 'start the server',
  usage: `inlay serve [flags]\n\nEach flag can also be set as a variable: --public-url is INLAY_PUBLIC_URL.\n\n${flagsHelp()}`,
  async run(args, env) {
    const { values } = parseArgs({ args: [...args], options: configFlags });
    const config = readConfig(withFlags(env, values));
    if (cluster.isWorker) return serveAsWorker(config);
    if (config.workers > 1) return serveWithWorkers(config, stopSignal(), loadDemoCommand);
    const app = await startApp(config);
    // Before the banner: whoever reads it may stop us at once.
    const stop = stopSignal();
    const demo = config.demo ? await prepareDemo(app, stop) : undefined;
    // Whoever started us with a channel also starts the demo host application.
    const demoUrl = demo && process.send ? demo.url : undefined;
    if (!stop.aborted) printBanner(app.services, app.firstTenant, app.port, demoUrl);
    process.send?.({ demo });
    if (!stop.aborted) await once(stop, 'abort');
    await closeInTime(app);
    return 0;
  },
};

/** One of several: it serves, and whoever started it does the rest. */
async function serveAsWorker(config: Config): Promise<number> {
  try {
    const app = await startApp(config);
    const stop = stopSignal();
    if (!stop.aborted) await once(stop, 'abort');
    await closeInTime(app);
    return 0;
  } finally {
    // The channel would keep the process alive.
    process.disconnect?.();
  }
}

/** What reads content files is loaded only where there is a demo to load. */
const loadDemoCommand = async () => (await import('./cli/prepare-demo.ts')).prepareDemo;

async function prepareDemo({ services }: RunningApp, stop: AbortSignal) {
  return (await loadDemoCommand())(services, stop);
}

function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

async function closeInTime(app: RunningApp): Promise<void> {
  const force = setTimeout(() => app.http.server.closeAllConnections(), drainMs);
  await app.close();
  clearTimeout(force);
}
