import type { EmbedSettings } from '@inlay/protocol/embed-settings';
import type { VNode } from 'preact';
import { Values } from '../../parts/values.tsx';

export function ValuesCard({ settings }: { readonly settings: EmbedSettings }): VNode {
  return (
    <section class="card">
      <div class="card-head">
        <div>
          <h2>Values for your server</h2>
          <p class="muted">They go into every assertion as they are. None of them is a secret.</p>
        </div>
      </div>
      <Values
        values={[
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
