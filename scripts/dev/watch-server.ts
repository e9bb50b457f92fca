import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import type { DemoHost } from '../../packages/server/src/cli/prepare-demo.ts';

export interface WatchedServer {
  /** Where the server of the newest sources listens, once it does. Rejects where they do not start. */
  port(): Promise<number>;
  /** Called whenever a server of newer sources listens. */
  onRestart: (() => void) | undefined;
  /** The demo, as the first server to start has prepared it. */
  readonly demo: Promise<DemoHost | undefined>;
  stop(): Promise<unknown>;
}

type Message = { readonly port: number } | { readonly demo?: DemoHost };

const root = join(import.meta.dirname, '..', '..');
/** An editor writes a file in several steps. */
const SETTLE_MS = 20;

/** Runs the server from its sources, and a new one on the same data whenever they change. */
export function watchServer(env: NodeJS.ProcessEnv): WatchedServer {
  const children = new Set<ChildProcess>();
  const demo = Promise.withResolvers<DemoHost | undefined>();
  let isDemoReady = false;
  let stopping = false;
  let next: ChildProcess | undefined;
  let current = prepare();
  let port = start(current);

  function prepare(): ChildProcess {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'server-process.ts')], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env,
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  }

  function start(child: ChildProcess): Promise<number> {
    const listening = Promise.withResolvers<number>();
    child.on('message', (message: Message) => {
      if ('port' in message) listening.resolve(message.port);
      else {
        demo.resolve(message.demo);
        isDemoReady = true;
      }
    });
    child.once('exit', () => {
      listening.reject(new Error('The server does not run: the terminal says why.'));
      if (child === current && !stopping)
        console.error('The server has ended; it starts again with the next change.');
    });
    child.send({ preparesDemo: !isDemoReady });
    return listening.promise;
  }

  /** The next one is not prepared while this one starts, which would take longer. */
  async function follow(): Promise<void> {
    const started = current;
    await port.then(
      () => started === current && watched.onRestart?.(),
      () => {}, // said when it ended
    );
    if (started === current && !stopping) next = prepare();
  }

  let settled: NodeJS.Timeout | undefined;
  const restart = () => {
    current.kill('SIGTERM');
    current = next?.connected ? next : prepare();
    next = undefined;
    port = start(current);
    void follow();
  };
  const sources = ['server/src', 'protocol/src', 'charts/src', 'content/src', 'messages/dist'];
  const watchers = sources.map((folder) =>
    watch(join(root, 'packages', folder), { recursive: true }, () => {
      clearTimeout(settled);
      settled = setTimeout(restart, SETTLE_MS);
    }),
  );

  const watched: WatchedServer = {
    port: () => port,
    onRestart: undefined,
    demo: demo.promise,
    stop: () => {
      stopping = true;
      clearTimeout(settled);
      for (const watcher of watchers) watcher.close();
      const ending = [...children].map((child) => once(child, 'exit'));
      for (const child of children) child.kill('SIGTERM');
      return Promise.all(ending);
    },
  };
  void follow();
  return watched;
}
