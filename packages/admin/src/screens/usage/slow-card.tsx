import type { Usage } from '@inlay/protocol/usage';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { Columns } from '../../parts/list/columns.tsx';
import { Link } from '../../parts/text/link.tsx';
import { numberText } from '../../parts/text/number-text.ts';

/** `2.4 s`, `85 ms`. */
const timeText = (ms: number) =>
  ms < 1000
    ? `${numberText(ms)} ms`
    : `${numberText(ms / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;

/** Slow database queries; cached results are not included. */
export function SlowCard({ datasets }: { readonly datasets: Usage['datasets'] }): VNode {
  const t = useMessages('activity').usage;
  const isSlow = datasets.some(({ slowQueries }) => slowQueries > 0);
  return (
    <section class="ui-card" aria-label={t.slowQueries}>
      <div>
        <h2>{t.slowQueries}</h2>
        <p class="ui-muted">{datasets.length === 0 ? t.noQueries : isSlow ? t.slowHint : t.noneSlow}</p>
      </div>
      {datasets.length > 0 && (
        <table class="ui-table plain">
          <Columns
            items={datasets.slice(0, 10)}
            columns={[
              {
                title: t.dataset,
                cell: ({ id, name }) =>
                  name === null ? (
                    <span class="ui-muted">{t.deleted({ id })}</span>
                  ) : (
                    <Link to={`/datasets/${encodeURIComponent(id)}/settings`}>{name}</Link>
                  ),
              },
              { title: t.slow, class: 'ui-number', cell: ({ slowQueries }) => numberText(slowQueries) },
              { title: t.queries, class: 'ui-number ui-wide', cell: ({ queries }) => numberText(queries) },
              {
                title: t.average,
                class: 'ui-number ui-wide ui-keep',
                cell: ({ averageMs }) => timeText(averageMs),
              },
              { title: t.longest, class: 'ui-number ui-keep', cell: ({ longestMs }) => timeText(longestMs) },
            ]}
          />
        </table>
      )}
    </section>
  );
}
