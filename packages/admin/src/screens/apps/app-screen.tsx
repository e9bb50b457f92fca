import type { Page } from '@inlay/protocol/pagination';
import type { VNode } from 'preact';
import type { ShownApp, ShownEmbed, ShownItem } from '../../api/content.ts';
import { listPath } from '../../api/list-path.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { query, setQuery } from '../../router.ts';

const kinds = [
  { key: 'dashboards', title: 'Dashboards', one: 'dashboard' },
  { key: 'stories', title: 'Stories', one: 'story' },
  { key: 'tiles', title: 'Tiles', one: 'tile' },
] as const;

type Kind = (typeof kinds)[number];

/** Specification 2.3: an embed's identifier is found in the Dashboards tab of an app. */
export function AppScreen({ id }: { readonly id: string }): VNode {
  const { data: app, error, reload } = useAnswer<ShownApp>(`apps/${encodeURIComponent(id)}`);
  const kind = kinds.find(({ key }) => key === query.value.get('tab')) ?? kinds[0];
  if (error) {
    return (
      <Screen title="App">
        <Trouble error={error} onRetry={reload} />
      </Screen>
    );
  }
  return (
    <Screen
      title={app?.title ?? 'App'}
      intro={
        app?.description ?? (
          <>
            Identifier <code>{id}</code>
          </>
        )
      }
    >
      <Link to="/apps" class="link back">
        All apps
      </Link>
      <Tabs
        label="Content"
        tabs={kinds}
        chosen={kind.key}
        onChoose={(key) => setQuery({ tab: key === 'dashboards' ? '' : key, page: '' })}
      />
      <Items key={kind.key} kind={kind} app={id} />
    </Screen>
  );
}

function Items({ kind, app }: { readonly kind: Kind; readonly app: string }): VNode {
  const filter = `app=${encodeURIComponent(app)}`;
  const { data: page, error, reload } = useAnswer<Page<ShownItem>>(`${listPath(kind.key, [])}&${filter}`);
  const embeds = useAnswer<Page<ShownEmbed>>(`embeds?limit=200&${filter}`).data?.data ?? [];
  if (error) return <Trouble error={error} onRetry={reload} />;
  if (!page) return <Skeleton lines={4} />;
  if (page.data.length === 0) {
    return (
      <Empty title={`No ${kind.key} yet`}>
        <p>
          Create one with <code>POST /api/v0/{kind.key}</code>, or import a folder of content.
        </p>
      </Empty>
    );
  }
  return (
    <>
      <div class="table-box">
        <table class="table">
          <thead>
            <tr>
              <th>Title</th>
              <th>Embed identifier</th>
              <th>State</th>
              <th class="wide">Changed</th>
            </tr>
          </thead>
          <tbody>
            {page.data.map((item) => (
              <tr key={item.id}>
                <td>
                  <strong class="step-title">{item.title}</strong>
                  <div class="small muted">
                    <code>{item.id}</code>
                    {item.kind && `, ${item.kind}`}
                  </div>
                </td>
                <td>
                  <EmbedsOf
                    embeds={embeds.filter(({ target }) => target.kind === kind.one && target.id === item.id)}
                  />
                </td>
                <td class="keep">
                  <StateBadge state={item.state} />
                </td>
                <td class="wide keep">{item.updatedAt && <Moment at={item.updatedAt} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager meta={page.meta} of={kind.key} />
    </>
  );
}

function EmbedsOf({ embeds }: { readonly embeds: readonly ShownEmbed[] }): VNode {
  if (embeds.length === 0) return <span class="muted">not embedded</span>;
  return (
    <>
      {embeds.map((embed) => (
        <div key={embed.id} class="row identifier">
          <Link to={`/embeds/${encodeURIComponent(embed.id)}`} class="link mono">
            {embed.id}
          </Link>
          <CopyButton text={embed.id} what={`identifier of ${embed.title}`} />
        </div>
      ))}
    </>
  );
}
