import { barChart } from '@inlay/charts/kinds/bar/draw';
import { bar } from '@inlay/charts/kinds/bar/index';
import type { Usage } from '@inlay/protocol/usage';
import type { VNode } from 'preact';
import { Chart } from '../../parts/chart.tsx';
import { Link } from '../../parts/link.tsx';

const MOST = 10;

/** The names of the checks for readers who do not know the standard. */
const words: Readonly<Record<string, string>> = {
  form: 'Not a JWT',
  alg: 'Algorithm is not RS512',
  kid: 'Key unknown',
  signature: 'Signature is wrong',
  iss: 'Issuer is wrong',
  sub: 'Subject is wrong',
  aud: 'Audience is wrong',
  exp: 'Expired',
  nbf: 'Not valid yet',
  iat: 'Issued in the future',
  jti: 'Identifier missing',
  replay: 'Used before',
  embed_context: 'User context is wrong',
  'wrong client or secret': 'Client or secret is wrong',
};

/** Why exchanges were refused, the most frequent reason first. */
export function RefusalsCard({ refusals }: { readonly refusals: Usage['refusals'] }): VNode {
  const shown = refusals.slice(0, MOST);
  return (
    <section class="ui-card" aria-label="Refusals by reason">
      <div class="ui-card-head">
        <h2>Refusals by reason</h2>
        {shown.length > 0 && <Link to="/audit?action=token.issue&outcome=refused">See each of them</Link>}
      </div>
      {shown.length === 0 ? (
        <p class="muted">No exchange was refused in this time.</p>
      ) : (
        <Chart
          title="Refusals by reason"
          chart={bar}
          draw={barChart}
          height={40 + shown.length * 34}
          options={{ orientation: 'horizontal' }}
          columns={[
            {
              name: 'reason',
              label: 'Reason',
              type: 'string',
              role: 'dimension',
              values: shown.map(({ reason }) => words[reason] ?? reason),
            },
            {
              name: 'count',
              label: 'Refusals',
              type: 'integer',
              role: 'measure',
              values: shown.map(({ count }) => count),
            },
          ]}
        />
      )}
    </section>
  );
}
