import { startSteps } from './progress.ts';

/** Shows how far the upgrade of the store is; nothing if there is none. Call `end` once the store is open. */
export function upgradeProgress(out: NodeJS.WriteStream = process.stderr) {
  const { onProgress, end } = startSteps(out);
  const onMigration = (done: number, total: number) =>
    onProgress('Upgrading the store', 'steps', done, total);
  return { onMigration, end };
}
