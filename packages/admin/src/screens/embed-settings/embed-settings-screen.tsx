import type { EmbedSettings } from '@inlay/protocol/embed-settings';
import { Skeleton } from '@inlay/ui/skeleton';
import { TabBar } from '@inlay/ui/tab-bar';
import { Values } from '@inlay/ui/values';
import type { VNode } from 'preact';
import { useAnswer } from '../../api/use-answer.ts';
import { Link } from '../../parts/link.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Trouble } from '../../parts/trouble.tsx';
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
export function EmbedSettingsScreen({ id }: { readonly id: string }): VNode {
  const answer = useAnswer<EmbedSettings>('embed-settings');
  const { data: settings, error, reload } = answer;
  return (
    <Screen
      title="Embed Settings"
      back={{ to: '/embeds', title: 'Embed Manager' }}
      intro="Your server signs who the viewer is and exchanges the signature for a token. Choose which signatures Inlay trusts."
    >
      <TabBar label="Embed Settings" value={id}>
        {sections.map(([key, title]) => (
          <Link key={key} class="ui-tab" to={`/embed-settings${key && `/${key}`}`} current={id === key}>
            {title}
          </Link>
        ))}
      </TabBar>
      {error && <Trouble error={error} onRetry={reload} />}
      {!settings && !error && <Skeleton lines={6} />}
      {settings && <Section id={id} settings={settings} answer={answer} />}
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
    <section class="ui-card">
      <div class="ui-card-head">
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
