import type { EmbedSettings } from '@inlay/protocol/embed-settings';
import type { VNode } from 'preact';
import { embedSettings } from '../../api/common-queries.ts';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { Link } from '../../parts/link.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TabBar } from '../../parts/tab-bar.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { Values } from '../../parts/values.tsx';
import { CheckToken } from './check-token.tsx';
import { Checklist } from './checklist.tsx';
import { KeyCard } from './key-card.tsx';
import { Policy } from './policy.tsx';
import { SecretCard } from './secret-card.tsx';
import { ServerCode } from './server-code.tsx';
import type { SettingsProps } from './settings-props.ts';

const sections = [
  ['', 'Setup'],
  ['check-token', 'Check token'],
  ['server-code', 'Server code'],
  ['security', 'Security'],
] as const;

/** Specification 5.1: what a tenant sets up once, so that its server can sign who the viewer is. */
export function EmbedSettingsScreen({ section = '' }: { readonly section?: string }): VNode {
  const answer = useSnapshot(embedSettings);
  const { data: settings, error, reload } = answer;
  return (
    <Screen
      title="Embed Settings"
      back={{ to: '/embeds', title: 'Embed Manager' }}
      intro="Your server signs who the viewer is and exchanges the signature for a token. Choose which signatures Inlay trusts."
    >
      <TabBar label="Embed Settings" chosen={section}>
        {sections.map(([key, title]) => (
          <Link key={key} class="tab" to={`/embed-settings${key && `/${key}`}`} current={section === key}>
            {title}
          </Link>
        ))}
      </TabBar>
      {error && <Trouble error={error} onRetry={reload} />}
      {!settings && !error && <Skeleton lines={6} />}
      {settings && <Section id={section} settings={settings} answer={answer} />}
    </Screen>
  );
}

function Section({ id, settings, answer }: SettingsProps & { readonly id: string }): VNode {
  if (id === 'check-token') return <CheckToken settings={settings} />;
  if (id === 'server-code') return <ServerCode settings={settings} />;
  if (id === 'security') return <Policy settings={settings} answer={answer} />;
  return (
    <div class="stack">
      <Checklist settings={settings} />
      <ValuesCard settings={settings} />
      <SecretCard settings={settings} answer={answer} />
      <KeyCard settings={settings} answer={answer} />
    </div>
  );
}

function ValuesCard({ settings }: { readonly settings: EmbedSettings }): VNode {
  return (
    <section class="card">
      <div class="card-head">
        <div>
          <h2>Values for your server</h2>
          <p class="muted">
            Use them unchanged in every assertion and token request. None of them is secret.
          </p>
        </div>
      </div>
      <Values
        values={[
          ['Tenant id', settings.tenantId],
          ['Subject (sub)', settings.sub],
          ['Issuer (iss)', settings.iss],
          ['Audience (aud)', settings.aud],
          ['Token endpoint', settings.tokenEndpoint],
          ['Client id', settings.clientId],
        ]}
      />
    </section>
  );
}
