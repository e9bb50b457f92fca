import type { EmbedSettings } from '@inlay/protocol/embed-settings';
import type { VNode } from 'preact';
import { Values } from '../../parts/values.tsx';

export function ValuesCard({ settings }: { readonly settings: EmbedSettings }): VNode {
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
