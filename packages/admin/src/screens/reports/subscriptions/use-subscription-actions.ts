import type { Subscription } from '@inlay/content/subscription';
import { showToast } from '@inlay/ui/overlays/toast';
import { api } from '../../../api/api.ts';
import { useMessages } from '../../../messages.ts';

/** What an administrator can do with the subscription of a viewer. Each says that it is done, or rejects. */
export function useSubscriptionActions({ id, title, kind }: Pick<Subscription, 'id' | 'title' | 'kind'>) {
  const t = useMessages('reportAdmin').actions;
  const path = { id };
  return {
    setPaused: async (isPaused: boolean) => {
      await api.patch('/subscriptions/{id}', { path, body: { isPaused } });
      showToast(isPaused ? t.paused({ title }) : t.resumed({ title }));
    },
    run: async () => {
      await api.post('/subscriptions/{id}/run', { path });
      showToast(kind === 'alert' ? t.checked({ title }) : t.sent({ title }));
    },
    remove: async () => {
      await api.delete('/subscriptions/{id}', { path });
      showToast(t.deleted({ title }));
    },
  };
}
