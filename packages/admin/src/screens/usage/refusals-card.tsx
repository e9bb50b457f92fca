import { barChart } from '@inlay/charts/kinds/bar/draw';
import { bar } from '@inlay/charts/kinds/bar/index';
import type { Usage } from '@inlay/protocol/usage';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { Link } from '../../parts/text/link.tsx';
import { Chart } from './chart.tsx';

const LIMIT = 10;

/** Why exchanges were refused, the most frequent reason first. */
export function RefusalsCard({ refusals }: { readonly refusals: Usage['refusals'] }): VNode {
  const t = useMessages('activity').usage;
  const reasons: Readonly<Record<string, string>> = t.reasons;
  const listed = refusals.slice(0, LIMIT);
  return (
    <section class="ui-card" aria-label={t.refusalsByReason}>
      <div class="ui-card-head">
        <h2>{t.refusalsByReason}</h2>
        {listed.length > 0 && <Link to="/audit?action=token.issue&outcome=refused">{t.viewRefusals}</Link>}
      </div>
      {listed.length === 0 ? (
        <p class="ui-muted">{t.noRefusals}</p>
      ) : (
        <Chart
          title={t.refusalsByReason}
          chart={bar}
          draw={barChart}
          height={40 + listed.length * 34}
          options={{ orientation: 'horizontal' }}
          columns={[
            {
              name: 'reason',
              label: t.reason,
              type: 'string',
              role: 'dimension',
              values: listed.map(({ reason }) => reasons[reason] ?? reason),
            },
            {
              name: 'count',
              label: t.refusals,
              type: 'integer',
              role: 'measure',
              values: listed.map(({ count }) => count),
            },
          ]}
        />
      )}
    </section>
  );
}
