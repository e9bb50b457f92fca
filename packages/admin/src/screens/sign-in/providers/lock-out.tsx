import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { Rich } from '../../../parts/text/rich.tsx';
import { signInSettings } from '../queries.ts';
import { providerList } from './queries.ts';

/** Warns before the last way to sign in is closed. */
export function LockOutWarning({ without: id }: { readonly without: string }): VNode | null {
  const t = useMessages('providers');
  const settings = useQuery(signInSettings).data;
  const providers = useQuery(providerList).data?.data;
  const isLast = providers?.every((provider) => provider.id === id || !provider.isEnabled);
  if (!isLast || settings?.passwords !== false) return null;
  return (
    <Notice tone="bad">
      <Rich text={t.lockOut} parts={{ command: <code>inlay tenant sign-in --allow-passwords</code> }} />
    </Notice>
  );
}
