import type { Usage } from '@inlay/protocol/usage';
import type { VNode } from 'preact';
import { Link } from '../../parts/link.tsx';

const number = new Intl.NumberFormat('en');

/** `2.4 s`, `85 ms`. */
const timeText = (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

/** Slow database queries; cached results are not included. */
export function SlowCard({ datasets }: { readonly datasets: Usage['datasets'] }): VNode {
  const isSlow = datasets.some(({ slowQueries }) => slowQueries > 0);
  return (
    <section class="ui-card" aria-label="Slow questions">
      <div>
        <h2>Slow questions</h2>
        <p class="muted">
          {datasets.length === 0
            ? 'No database was asked in this time.'
            : isSlow
              ? 'A second or longer. A longer cache time, an index or a smaller table in the database helps.'
              : 'None took a second. These took longest.'}
        </p>
      </div>
      {datasets.length > 0 && (
        <table class="ui-table plain">
          <thead>
            <tr>
              <th>Dataset</th>
              <th class="number">Slow</th>
              <th class="number wide">Asked</th>
              <th class="number wide">Average</th>
              <th class="number">Longest</th>
            </tr>
          </thead>
          <tbody>
            {datasets.slice(0, 10).map((dataset) => (
              <tr key={dataset.id}>
                <td>
                  {dataset.name === null ? (
                    <span class="muted">{dataset.id}, deleted</span>
                  ) : (
                    <Link to={`/datasets/${encodeURIComponent(dataset.id)}/settings`}>{dataset.name}</Link>
                  )}
                </td>
                <td class="number">{number.format(dataset.slowQueries)}</td>
                <td class="number wide">{number.format(dataset.queries)}</td>
                <td class="number wide keep">{timeText(dataset.averageMs)}</td>
                <td class="number keep">{timeText(dataset.longestMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
