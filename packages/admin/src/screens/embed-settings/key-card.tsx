import type { Signature } from '@inlay/protocol/embed-auth-settings';
import { Badge } from '@inlay/ui/layout/badge';
import { Tabs } from '@inlay/ui/layout/tabs';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { Moment } from '../../parts/text/moment.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import { JwksForm } from './jwks-form.tsx';
import { PublicKeyForm } from './public-key-form.tsx';
import type { SettingsProps } from './settings-props.ts';

export function KeyCard({ settings, query }: SettingsProps): VNode {
  const t = useMessages('embedSettings').key;
  const { signature } = settings;
  const [mode, setMode] = useState<Signature['mode']>(signature?.mode ?? 'public-key');
  return (
    <section class="ui-card">
      <div class="ui-card-head">
        <div>
          <h2>{t.title}</h2>
          <p class="ui-muted">{t.text}</p>
        </div>
        {signature ? <Badge tone="good">{t.registered}</Badge> : <Badge tone="warning">{t.none}</Badge>}
      </div>
      {signature && <Registered signature={signature} />}
      <Tabs
        label={t.method}
        tabs={[
          { key: 'public-key', title: t.publicKey },
          { key: 'jwks', title: t.jwks },
        ]}
        value={mode}
        onChange={setMode}
      />
      {mode === 'public-key' ? (
        <PublicKeyForm signature={signature} onDone={query.replace} />
      ) : (
        <JwksForm signature={signature} onDone={query.replace} />
      )}
    </section>
  );
}

function Registered({ signature }: { readonly signature: Signature }): VNode {
  const { key: t, jwks } = useMessages('embedSettings');
  return (
    <dl class="ui-values">
      <div class="ui-value">
        <dt>{signature.mode === 'jwks' ? jwks.url : t.publicKey}</dt>
        <dd>
          {signature.mode === 'jwks' ? (
            <span class="ui-mono">{signature.url}</span>
          ) : (
            t.rsa({ bits: String(signature.bits) })
          )}
          {signature.changedAt && (
            <span class="ui-muted">
              {', '}
              <Rich text={t.since} parts={{ time: <Moment at={signature.changedAt} /> }} />
            </span>
          )}
        </dd>
      </div>
      {signature.fingerprint && (
        <div class="ui-value">
          <dt>{t.fingerprint}</dt>
          <dd class="ui-mono fingerprint">{signature.fingerprint}</dd>
        </div>
      )}
      {signature.mode === 'jwks' && (
        <div class="ui-value">
          <dt>{t.lastFetch}</dt>
          <dd>
            {signature.lastFetchAt ? <Moment at={signature.lastFetchAt} /> : t.notFetched}
            {signature.lastError && <p>{signature.lastError}</p>}
          </dd>
        </div>
      )}
      {signature.keys?.map((key, index) => (
        <div class="ui-value" key={key.kid ?? index}>
          <dt>{t.keyNumber({ position: index + 1 })}</dt>
          <dd>
            <span class="ui-mono">{key.kid ?? t.withoutKid}</span>{' '}
            {key.usable ? (
              <Badge tone="good">{t.bits({ bits: String(key.bits) })}</Badge>
            ) : (
              <Badge tone="bad">{key.problem}</Badge>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
