import { watch } from 'node:fs';
import { join } from 'node:path';
import { compileMessages } from '../../packages/messages/compile/compile-messages.ts';

const folder = join(import.meta.dirname, '..', '..', 'packages', 'messages');
/** An editor writes a file in several steps. */
const SETTLE_MS = 20;

/** Compiles the messages whenever a language file changes; the last good ones stay while it has problems. */
export function watchMessages(): { stop(): Promise<void> } {
  let settled: NodeJS.Timeout | undefined;
  const watcher = watch(folder, (_event, file) => {
    if (!file?.endsWith('.json')) return;
    clearTimeout(settled);
    settled = setTimeout(() => {
      for (const problem of compileMessages(folder)) console.error(problem);
    }, SETTLE_MS);
  });
  return {
    stop: async () => {
      clearTimeout(settled);
      watcher.close();
    },
  };
}
