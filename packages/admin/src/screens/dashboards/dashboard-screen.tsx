import { english } from '@inlay/editor/words/english';
import type { DashboardItem } from '@inlay/protocol/dashboard';
import type { Page } from '@inlay/protocol/pagination';
import type { VNode } from 'preact';
import type { ShownDashboard, ShownEmbed, ShownTile } from '../../api/content.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Badge } from '../../parts/badge.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Link } from '../../parts/link.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { addressOf } from '../content/address-of.ts';
import { ContentBar } from '../content/content-bar.tsx';
import { useContent } from '../content/use-content.ts';

/** What a dashboard shows and where. It is arranged in the Dashboard Builder. */
export function DashboardScreen({ id }: { readonly id: string }): VNode {
  const { appId, itemId } = addressOf(id);
  return <Dashboard key={itemId} appId={appId} id={itemId} />;
}

function Dashboard({ appId, id }: { readonly appId: string; readonly id: string }): VNode {
  const work = useContent<ShownDashboard>('dashboards', id);
  const filter = `limit=200&app=${encodeURIComponent(appId)}`;
  const tiles = useAnswer<Page<ShownTile>>(`tiles?${filter}`).data?.data ?? [];
  const embeds = useAnswer<Page<ShownEmbed>>(`embeds?${filter}`).data?.data ?? [];
  const { shown, error, reload, task } = work;
  const own = embeds.filter(({ target }) => target.kind === 'dashboard' && target.id === id);
  const builder = embeds.find(({ target }) => target.kind === 'builder');
  return (
    <Screen
      title={shown?.title ?? 'Dashboard'}
      back={{ to: `/apps/${encodeURIComponent(appId)}`, title: 'All dashboards' }}
      intro={shown?.description}
      actions={<ContentBar plural="dashboards" one="dashboard" work={work} isDirty={false} />}
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {task.error && <Notice tone="bad">{task.error.message}</Notice>}
      {!shown && !error && <Skeleton lines={6} />}
      {shown && (
        <>
          <div class="row">
            {own.map((embed) => (
              <span key={embed.id} class="row">
                <span class="muted">Embed identifier</span>
                <Link to={`/embeds/${encodeURIComponent(embed.id)}`} class="link mono">
                  {embed.id}
                </Link>
                <CopyButton text={embed.id} what={`identifier of ${embed.title}`} />
              </span>
            ))}
            {own.length === 0 && (
              <Link to={`/embeds?new=dashboard&target=${encodeURIComponent(id)}`} class="button">
                Embed it
              </Link>
            )}
            <Link
              to={
                builder
                  ? `/embeds/${encodeURIComponent(builder.id)}/preview`
                  : `/embeds?new=builder&target=${encodeURIComponent(appId)}`
              }
              class="button"
            >
              {builder ? 'Arrange it in the builder' : 'Embed a Dashboard Builder to arrange it'}
            </Link>
          </div>
          <Layout items={shown.items} tiles={tiles} appId={appId} />
          {(shown.filters ?? []).length > 0 && (
            <section class="card" aria-labelledby="filters">
              <h2 id="filters">Filters</h2>
              <ul class="stack-tight">
                {shown.filters?.map((control) => (
                  <li key={control.id} class="row">
                    <strong>{control.label}</strong>
                    <Badge tone="neutral">{control.kind}</Badge>
                    <span class="muted small">
                      on {'column' in control ? control.column : control.levels.join(' › ')} of{' '}
                      {control.datasetId}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </Screen>
  );
}

interface LayoutProps {
  readonly items: readonly DashboardItem[];
  readonly tiles: readonly ShownTile[];
  readonly appId: string;
}

/** The twelve columns as they are, each item in its place and named. */
function Layout({ items, tiles, appId }: LayoutProps): VNode {
  const inOrder = items.toSorted((a, b) => a.y - b.y || a.x - b.x);
  return (
    <ol class="layout" aria-label="Layout">
      {inOrder.map((item) => {
        const place = {
          gridColumn: `${item.x + 1} / span ${item.w}`,
          gridRow: `${item.y + 1} / span ${item.h}`,
        };
        const tile = 'tile' in item ? tiles.find(({ id }) => id === item.tile) : undefined;
        return (
          <li key={item.id} style={place} class="layout-item">
            {'tile' in item && (
              <>
                <Link to={`/apps/${encodeURIComponent(appId)}/tiles/${encodeURIComponent(item.tile)}`}>
                  {item.title ?? tile?.title ?? item.tile}
                </Link>
                <span class="muted small">{tile && english.kinds[tile.kind]}</span>
              </>
            )}
            {'chart' in item && (
              <>
                <strong>{item.chart.title}</strong>
                <span class="muted small">{english.kinds[item.chart.kind]}, of this dashboard</span>
              </>
            )}
            {'text' in item && <span class="muted small">{item.text.slice(0, 120)}</span>}
            {item.visibility && <Badge tone="warning">Not for everybody</Badge>}
          </li>
        );
      })}
    </ol>
  );
}
