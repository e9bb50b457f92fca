import type { IdentityProvider } from '@inlay/protocol/identity-provider';
import { Card } from '@inlay/ui/layout/card';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { VNode } from 'preact';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { Trouble } from '../../../parts/page/trouble.tsx';
import { Link } from '../../../parts/text/link.tsx';
import { isOwner } from '../../../session/can.ts';
import { ProviderBadge } from './provider-badge.tsx';
import { ProviderLogo } from './provider-logo.tsx';
import { providerList } from './queries.ts';
import './styles.ts';

/** Where people sign in with an account of their company. */
export function ProvidersSection(): VNode {
  const t = useMessages('providers');
  const { data, error, reload } = useQuery(providerList);
  return (
    <Card
      title={t.title}
      text={t.text}
      action={
        isOwner() && (
          <Link to="/sign-in/providers/new" class="ui-button">
            {t.add}
          </Link>
        )
      }
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {!data && !error && <Skeleton lines={2} />}
      {data?.data.length === 0 && <p class="ui-small ui-muted">{t.none}</p>}
      {data && data.data.length > 0 && (
        <ul class="provider-list" aria-label={t.title}>
          {data.data.map((provider) => (
            <ProviderItem key={provider.id} provider={provider} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ProviderItem({ provider }: { readonly provider: IdentityProvider }): VNode {
  const { id, name, logo } = provider;
  const { methods } = useMessages('access').sessions;
  return (
    <li>
      <ProviderLogo name={name} logo={logo} />
      <div>
        <Link to={`/sign-in/providers/${encodeURIComponent(id)}`}>{name}</Link>
        <div class="ui-small ui-muted provider-issuer">
          {methods[provider.kind]} · {provider.kind === 'oidc' ? provider.issuer : provider.entityId}
        </div>
      </div>
      <ProviderBadge provider={provider} />
    </li>
  );
}
