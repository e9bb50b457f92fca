// One run of the server from its sources, for `watch-server.ts`. Packages from npm are most of what a start loads and do
// not change: they are loaded ahead, while the former server still runs, and a restart loads our own sources only.
import { enableCompileCache } from 'node:module';
import manifest from '../../packages/server/package.json' with { type: 'json' };

process.once('disconnect', () => process.exit());
enableCompileCache();
for (const name of Object.keys(manifest.devDependencies))
  if (!/^@(inlay|types)\//.test(name)) await import(name);

process.once('message', async ({ preparesDemo }: { readonly preparesDemo: boolean }) => {
  const { readConfig } = await import('../../packages/server/src/config.ts');
  const { startApp } = await import('../../packages/server/src/app.ts');
  const { stopSignal } = await import('../../packages/server/src/platform/process/stop-signal.ts');
  const app = await startApp(readConfig(process.env));
  const stop = stopSignal();
  stop.addEventListener('abort', () => void app.close().then(() => process.exit()));
  process.send?.({ port: app.port });
  if (!preparesDemo) return;
  const { prepareDemo } = await import('../../packages/server/src/cli/prepare-demo.ts');
  process.send?.({ demo: (await prepareDemo(app.services, stop))?.host });
});
