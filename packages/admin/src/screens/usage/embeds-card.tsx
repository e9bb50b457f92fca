import { titleOutline } from '@inlay/protocol/parse-narrative';
import type { Usage } from '@inlay/protocol/usage';
import type { VNode } from 'preact';
import { Link } from '../../parts/link.tsx';
import { Sparkline } from '../../parts/sparkline.tsx';

const number = new Intl.NumberFormat('en');
const MOST = 20;

export function EmbedsCard({ usage: { embeds, days } }: { readonly usage: Usage }): VNode {
  if (embeds.length === 0)
    return (
      <section class="ui-card" aria-label="Views by embed">
        <h2>Views by embed</h2>
        <p class="muted">
          No embed was viewed in this time. <Link to="/embeds">The Embed Manager</Link> has the code to paste.
        </p>
      </section>
    );
  return (
    <section class="ui-card" aria-label="Views by embed">
      <h2>Views by embed</h2>
      <table class="ui-table plain">
        <thead>
          <tr>
            <th>Embed</th>
            <th class="wide">
              {days.length} days, from {days[0]?.day}
            </th>
            <th class="number">Views</th>
          </tr>
        </thead>
        <tbody>
          {embeds.slice(0, MOST).map(({ id, title, views, viewsByDay }) => (
            <tr key={id}>
              <td>
                {title === null ? (
                  <span class="muted">{id}, deleted</span>
                ) : (
                  <Link to={`/embeds/${encodeURIComponent(id)}`}>{titleOutline(title)}</Link>
                )}
              </td>
              <td class="wide">
                <Sparkline values={viewsByDay} />
              </td>
              <td class="number">{number.format(views)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {embeds.length > MOST && (
        <p class="small muted">
          The {MOST} most viewed of {embeds.length}.
        </p>
      )}
    </section>
  );
}
