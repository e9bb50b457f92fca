import { barChart } from '@inlay/charts/kinds/bar';
import type { VNode } from 'preact';
import type { Usage } from '../../api/usage.ts';
import { Chart } from '../../parts/chart.tsx';
import { Link } from '../../parts/link.tsx';

const MOST = 10;

/** Why exchanges were refused, the most frequent reason first. */
export function RefusalsCard({ refusals }: { readonly refusals: Usage['refusals'] }): VNode {
  const shown = refusals.slice(0, MOST);
  return (
    <section class="card" aria-label="Refusals by reason">
      <div class="card-head">
        <h2>Refusals by reason</h2>
        {shown.length > 0 && <Link to="/audit?action=token.issue&outcome=refused">See each of them</Link>}
      </div>
      {shown.length === 0 ? (
        <p class="muted">No exchange was refused in this time.</p>
      ) : (
        <Chart
          title="Refusals by reason"
          kind="bar"
          draw={barChart}
          height={40 + shown.length * 34}
          options={{ orientation: 'horizontal' }}
          columns={[
            {
              name: 'reason',
              label: 'Reason',
              type: 'string',
              role: 'dimension',
              values: shown.map(({ reason }) => reason),
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
