import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { signInSettings } from '../queries.ts';
import { providerList } from './queries.ts';

/** The server keeps the last way to sign in open; this says so before somebody tries. */
export function LockOutWarning({ without: id }: { readonly without: string }): VNode | null {
  const t = useMessages('providers');
  const settings = useQuery(signInSettings).data;
  const providers = useQuery(providerList).data?.data;
  const isLast = providers?.every((provider) => provider.id === id || !provider.isEnabled);
  if (!isLast || settings?.passwords !== false) return null;
  return (
    <div class="lock-out">
      <Notice tone="bad">{t.lockOut}</Notice>
    </div>
  );
}
