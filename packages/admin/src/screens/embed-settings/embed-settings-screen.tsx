import type { EmbedAuthSettings } from '@inlay/protocol/embed-auth-settings';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { TabBar } from '@inlay/ui/layout/tab-bar';
import { Values } from '@inlay/ui/layout/values';
import type { VNode } from 'preact';
import { embedSettings } from '../../api/common-queries.ts';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { useMessages } from '../../messages.ts';
import { Changeable } from '../../parts/form/changeable.tsx';
import { lazy } from '../../parts/page/lazy.tsx';
import { Screen } from '../../parts/page/screen.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { Link } from '../../parts/text/link.tsx';
import { Checklist } from './checklist.tsx';
import { KeyCard } from './key-card.tsx';
import { SecretCard } from './secret-card.tsx';
import type { SettingsProps } from './settings-props.ts';

const CheckToken = lazy(async () => (await import('./check-token.tsx')).CheckToken);
const Policy = lazy(async () => (await import('./policy.tsx')).Policy);
const ServerCode = lazy(async () => (await import('./server-code.tsx')).ServerCode);

/** Specification 5.1: what a tenant sets up once, so that its server can sign who the viewer is. */
export function EmbedSettingsScreen({ section = '' }: { readonly section?: string }): VNode {
  const t = useMessages('embedSettings');
  const { nav } = useMessages('admin');
  const query = useSnapshot(embedSettings);
  const { data: settings, error, reload } = query;
  const tabs = [
    ['', t.tabs.setup],
    ['check-token', t.tabs.checkToken],
    ['server-code', t.tabs.serverCode],
    ['security', t.tabs.security],
  ] as const;
  return (
    <Screen title={t.title} back={{ to: '/embeds', title: nav.titles.embeds }} intro={t.intro}>
      <TabBar label={t.title} value={section}>
        {tabs.map(([key, title]) => (
          <Link key={key} class="ui-tab" to={`/embed-settings${key && `/${key}`}`} current={section === key}>
            {title}
          </Link>
        ))}
      </TabBar>
      {error && <Trouble error={error} onRetry={reload} />}
      {!settings && !error && <Skeleton lines={6} />}
      {settings && <Section id={section} settings={settings} query={query} />}
    </Screen>
  );
}

function Section({ id, settings, query }: SettingsProps & { readonly id: string }): VNode {
  if (id === 'check-token') return <CheckToken settings={settings} />;
  if (id === 'server-code') return <ServerCode settings={settings} />;
  if (id === 'security')
    return (
      <Changeable needs="settings:write">
        <Policy settings={settings} query={query} />
      </Changeable>
    );
  return (
    <div class="ui-stack">
      <Checklist settings={settings} />
      <ValuesCard settings={settings} />
      <Changeable needs="keys:write">
        <SecretCard settings={settings} query={query} />
        <KeyCard settings={settings} query={query} />
      </Changeable>
    </div>
  );
}

function ValuesCard({ settings }: { readonly settings: EmbedAuthSettings }): VNode {
  const t = useMessages('embedSettings').values;
  return (
    <section class="ui-card">
      <div class="ui-card-head">
        <div>
          <h2>{t.title}</h2>
          <p class="ui-muted">{t.text}</p>
        </div>
      </div>
      <Values
        values={[
          [t.tenantId, settings.tenantId],
          [t.subject, settings.sub],
          [t.issuer, settings.iss],
          [t.audience, settings.aud],
          [t.tokenEndpoint, settings.tokenEndpoint],
          [t.clientId, settings.clientId],
        ]}
      />
    </section>
  );
}
