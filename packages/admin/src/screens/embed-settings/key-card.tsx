import type { EmbedSettings, Signature } from '@inlay/protocol/embed-settings';
import { Badge } from '@inlay/ui/badge';
import { Tabs } from '@inlay/ui/tabs';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Moment } from '../../parts/moment.tsx';
import { JwksForm } from './jwks-form.tsx';
import { PublicKeyForm } from './public-key-form.tsx';
import type { SettingsProps } from './settings-props.ts';

const ways = [
  { key: 'public-key', title: 'One public key' },
  { key: 'jwks', title: 'Key set address (JWKS)' },
] as const;

export function KeyCard({ settings, answer }: SettingsProps): VNode {
  const { signature } = settings;
  const [way, setWay] = useState<Signature['mode']>(signature?.mode ?? 'public-key');
  const done = (changed: EmbedSettings) => answer.replace(changed);
  return (
    <section class="ui-card">
      <div class="ui-card-head">
        <div>
          <h2>Signature key</h2>
          <p class="muted">
            Your server signs with a private key that never leaves it. Inlay needs only the public one, to
            check.
          </p>
        </div>
        {signature ? <Badge tone="good">Registered</Badge> : <Badge tone="warning">None yet</Badge>}
      </div>
      {signature && <Registered signature={signature} />}
      <Tabs label="How to register" tabs={ways} value={way} onChange={setWay} />
      {way === 'public-key' ? (
        <PublicKeyForm signature={signature} onDone={done} />
      ) : (
        <JwksForm signature={signature} onDone={done} />
      )}
    </section>
  );
}

function Registered({ signature }: { readonly signature: Signature }): VNode {
  return (
    <dl class="ui-values">
      <div class="ui-value">
        <dt>{signature.mode === 'jwks' ? 'Key set address' : 'Public key'}</dt>
        <dd>
          {signature.mode === 'jwks' ? (
            <span class="ui-mono">{signature.url}</span>
          ) : (
            `RSA, ${signature.bits} bits`
          )}
          {signature.changedAt && (
            <span class="muted">
              , since <Moment at={signature.changedAt} />
            </span>
          )}
        </dd>
      </div>
      {signature.fingerprint && (
        <div class="ui-value">
          <dt>Fingerprint (SHA-256)</dt>
          <dd class="fingerprint">{signature.fingerprint}</dd>
        </div>
      )}
      {signature.mode === 'jwks' && (
        <div class="ui-value">
          <dt>Last fetch</dt>
          <dd>
            {signature.lastFetchAt ? <Moment at={signature.lastFetchAt} /> : 'not yet on this node'}
            {signature.lastError && <p>{signature.lastError}</p>}
          </dd>
        </div>
      )}
      {signature.keys?.map((key, index) => (
        <div class="ui-value" key={key.kid ?? index}>
          <dt>Key {index + 1}</dt>
          <dd>
            <span class="ui-mono">{key.kid ?? 'without kid'}</span>{' '}
            {key.usable ? (
              <Badge tone="good">{key.bits} bits</Badge>
            ) : (
              <Badge tone="bad">{key.problem}</Badge>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
