import type { IdentityProvider } from '@inlay/protocol/identity-provider';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../../api/api.ts';
import { useMessages } from '../../../messages.ts';
import { ConfirmButton } from '../../../parts/form/confirm-button.tsx';
import { navigate } from '../../../router.ts';
import { LockOutWarning } from './lock-out.tsx';

export function DeleteProvider({ provider: { id, name } }: { readonly provider: IdentityProvider }): VNode {
  const t = useMessages('providers');
  return (
    <ConfirmButton
      label={t.delete}
      title={t.deleteTitle({ name })}
      action={t.deleteAction}
      warning={<LockOutWarning without={id} />}
      onConfirm={async () => {
        await api.delete('/identity-providers/{id}', { path: { id } });
        showToast(t.deleted({ name }));
        navigate('/sign-in', { unasked: true });
      }}
    >
      {t.deleteText}
    </ConfirmButton>
  );
}
