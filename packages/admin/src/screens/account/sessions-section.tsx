import { Card } from '@inlay/ui/layout/card';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../api/api.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { ConfirmButton } from '../../parts/form/confirm-button.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { SessionList } from '../../parts/sessions/session-list.tsx';
import { ownSessions } from './queries.ts';

/** Where the user is signed in. */
export function SessionsSection(): VNode {
  const t = useMessages('access').sessions;
  const { data, error, reload } = useQuery(ownSessions);
  const sessions = data?.data ?? [];
  const end = async (id: string) => {
    await api.delete('/me/sessions/{id}', { path: { id } });
    reload();
    showToast(t.ended);
  };
  return (
    <Card
      title={t.title}
      text={t.text}
      action={
        sessions.length > 1 && (
          <ConfirmButton
            label={t.endOthers}
            title={t.endOthersTitle}
            action={t.endOthers}
            onConfirm={async () => {
              await api.delete('/me/sessions');
              reload();
              showToast(t.othersEnded);
            }}
          >
            {t.endOthersText}
          </ConfirmButton>
        )
      }
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {!data && !error && <Skeleton lines={3} />}
      {data && <SessionList label={t.list} sessions={sessions} onEnd={end} />}
    </Card>
  );
}
