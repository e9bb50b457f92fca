import type { IdentityProvider } from '@inlay/protocol/identity-provider';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useSnapshot } from '../../../api/use-snapshot.ts';
import { useMessages } from '../../../messages.ts';
import { Screen } from '../../../parts/page/screen.tsx';
import { Trouble } from '../../../parts/page/trouble.tsx';
import { isOwner } from '../../../session/can.ts';
import { DeleteProvider } from './delete-provider.tsx';
import { NewProvider } from './new-provider.tsx';
import { OidcForm } from './oidc/oidc-form.tsx';
import { OwnersOnly } from './owners-only.tsx';
import { presetOf } from './presets.ts';
import { ProviderBadge } from './provider-badge.tsx';
import { providerQuery } from './queries.ts';
import { SamlForm } from './saml/saml-form.tsx';
import './styles.ts';
import { SwitchStep } from './switch-step.tsx';
import { TestStep } from './test/test-step.tsx';

export function ProviderScreen({ id }: { readonly id: string }): VNode {
  return id === 'new' ? <NewProvider /> : <SavedProvider key={id} id={id} />;
}

function SavedProvider({ id }: { readonly id: string }): VNode {
  const t = useMessages('providers');
  const { title } = useMessages('access');
  const { data: provider, error, reload, replace } = useSnapshot(providerQuery(id));
  const onSaved = (saved: IdentityProvider) => {
    replace(saved);
    showToast(t.saved(saved));
  };
  return (
    <Screen
      back={{ to: '/sign-in', title }}
      title={provider?.name ?? t.provider}
      intro={provider && <ProviderBadge provider={provider} />}
      actions={provider && isOwner() && <DeleteProvider provider={provider} />}
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {!provider && !error && <Skeleton lines={8} />}
      {provider && (
        <OwnersOnly>
          {provider.kind === 'saml' ? (
            <SamlForm provider={provider} onSaved={onSaved} />
          ) : (
            <OidcForm preset={presetOf(provider.issuer)} provider={provider} onSaved={onSaved} />
          )}
          <TestStep provider={provider} />
          <SwitchStep provider={provider} onChanged={replace} />
        </OwnersOnly>
      )}
    </Screen>
  );
}
