import { loadNextView } from '../router.ts';

const SCRIPT = '/admin/worker.js';
const SCOPE = '/admin';

/**
 * Lets the browser keep the app's files, where it can: only on https or this machine. After an upgrade it fetches the
 * new ones behind the page's back, and the next view is the first of the new app.
 */
export async function keepShell(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  const isUpgrade = workers.controller !== null;
  if (isUpgrade) workers.addEventListener('controllerchange', loadNextView, { once: true });
  const registration = await workers.register(SCRIPT, { scope: SCOPE });
  if (!isUpgrade) return;
  await registration.update().catch(async (error: unknown) => {
    // What is at its address is no worker any more: the server was set back to a version that has none.
    if ((error as DOMException).name !== 'SecurityError') return;
    await registration.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
}
