import type { Usage } from '@inlay/protocol/usage';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
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
          <thead>
            <tr>
              <th>{t.dataset}</th>
              <th class="ui-number">{t.slow}</th>
              <th class="ui-number ui-wide">{t.queries}</th>
              <th class="ui-number ui-wide">{t.average}</th>
              <th class="ui-number">{t.longest}</th>
            </tr>
          </thead>
          <tbody>
            {datasets.slice(0, 10).map((dataset) => (
              <tr key={dataset.id}>
                <td>
                  {dataset.name === null ? (
                    <span class="ui-muted">{t.deleted({ id: dataset.id })}</span>
                  ) : (
                    <Link to={`/datasets/${encodeURIComponent(dataset.id)}/settings`}>{dataset.name}</Link>
                  )}
                </td>
                <td class="ui-number">{numberText(dataset.slowQueries)}</td>
                <td class="ui-number ui-wide">{numberText(dataset.queries)}</td>
                <td class="ui-number ui-wide ui-keep">{timeText(dataset.averageMs)}</td>
                <td class="ui-number ui-keep">{timeText(dataset.longestMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
