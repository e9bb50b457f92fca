import type { Page } from '@inlay/protocol/pagination';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { CopyButton } from '@inlay/ui/controls/copy-button';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import type { VNode } from 'preact';
import { embedsOf, embedsOfApp } from '../../api/common-queries.ts';
import type { ItemKind, ShownEmbed, ShownItem } from '../../api/content.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { lazyBulk } from '../../parts/bulk/lazy-bulk.ts';
import { contentPath } from '../../parts/content/content-path.ts';
import { StateBadge } from '../../parts/content/state-badge.tsx';
import { TileTitle } from '../../parts/content/tile-title.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { Filters } from '../../parts/list/filters.tsx';
import { ListSearch } from '../../parts/list/list-search.tsx';
import { ResourceTable } from '../../parts/list/resource-table.tsx';
import { Link } from '../../parts/text/link.tsx';
import { Moment } from '../../parts/text/moment.tsx';
import { query } from '../../router.ts';
import { CreateItem } from './create-item.tsx';
import { itemsOfApp } from './queries.ts';

const BulkItems = lazyBulk(async () => (await import('./bulk-items.tsx')).BulkItems);

/** The content of one kind, with its state and the identifiers under which pages show it. */
export function AppItems({ kind, app }: { readonly kind: ItemKind; readonly app: string }): VNode {
  const t = useMessages('content').apps.items;
  const { list, status } = useMessages('admin');
  const items = useQuery<Page<ShownItem>>(itemsOfApp(kind.key, app, query.value));
  const embeds = useEmbedsOf(app, kind, items.data?.data ?? []);
  const { kinds: chartKinds } = useMessages('charts');
  const isFiltered = query.value.has('q') || query.value.has('state');
  return (
    <>
      <Filters shown={isFiltered || (items.data?.data.length ?? 0) > 0}>
        <ListSearch label={t.search[kind.key]} />
        <FilterSelect
          name="state"
          label={t.status}
          options={[
            ['', t.allStatuses],
            ['draft', status.draft],
            ['in-review', status.inReview],
            ['published', status.published],
            ['archived', status.archived],
          ]}
        />
      </Filters>
      <ResourceTable
        query={items}
        of={t.count[kind.key]}
        lines={4}
        empty={
          isFiltered ? (
            <EmptyState title={t.noMatch[kind.key]}>
              <p>{list.changeFilters}</p>
            </EmptyState>
          ) : (
            <NoItems kind={kind} app={app} />
          )
        }
        columns={[
          {
            title: t.title,
            cell: (item) => (
              <>
                <Link to={contentPath({ ...item, kind: kind.one })}>
                  {kind.key === 'tiles' ? <TileTitle tile={item} /> : titleOutline(item.title)}
                </Link>
                <div class="ui-small ui-muted ui-row">
                  {item.kind && chartKinds[item.kind].label}
                  <code class="id-code">{item.id}</code>
                </div>
              </>
            ),
          },
          {
            title: t.embed,
            cell: (item) => (
              <EmbedsOf
                item={item}
                kind={kind}
                embeds={embeds?.filter(({ target }) => target.kind === kind.one && target.id === item.id)}
              />
            ),
          },
          {
            title: t.status,
            class: 'ui-keep',
            cell: ({ state, publishedVersion }) => (
              <>
                <StateBadge state={state} />
                {state !== 'published' && publishedVersion !== null && (
                  <div class="ui-small ui-muted">{t.liveVersion({ version: publishedVersion })}</div>
                )}
              </>
            ),
          },
          {
            title: t.changed,
            class: 'ui-wide ui-keep',
            cell: ({ updatedAt }) => updatedAt && <Moment at={updatedAt} />,
          },
        ]}
        bulk={{
          titleOf: ({ title }) => titleOutline(title),
          bar: (selection) => <BulkItems kind={kind} app={app} selection={selection} />,
        }}
      />
    </>
  );
}

/**
 * The embeds of these items, once they are known. Those of most apps fit into one page, which is requested together with
 * the items; of other apps, only those of the items are requested.
 */
function useEmbedsOf(app: string, kind: ItemKind, items: readonly ShownItem[]) {
  const ofApp = useQuery(embedsOfApp(app)).data;
  const isPart = items.length > 0 && Number(ofApp?.meta.lastPage) > 1;
  const ofItems = useQuery(isPart ? embedsOf(kind.one, ...items.map(({ id }) => id)) : undefined).data;
  return (isPart ? ofItems : ofApp)?.data;
}

interface EmbedsOfProps {
  readonly item: ShownItem;
  readonly kind: ItemKind;
  readonly embeds: readonly ShownEmbed[] | undefined;
}

function EmbedsOf({ item, kind, embeds }: EmbedsOfProps): VNode | null {
  const t = useMessages('content').apps.items;
  if (!embeds) return null;
  if (embeds.length === 0) {
    return (
      <Link to={`/embeds?new=${kind.one}&target=${encodeURIComponent(item.id)}`} class="ui-link ui-small">
        {t.createEmbed}
      </Link>
    );
  }
  return (
    <>
      {embeds.map((embed) => (
        <div key={embed.id} class="ui-row identifier">
          <Link to={`/embeds/${encodeURIComponent(embed.id)}`} class="ui-link ui-mono">
            {embed.id}
          </Link>
          <CopyButton text={embed.id} name={t.identifierOf({ title: titleOutline(embed.title) })} />
        </div>
      ))}
    </>
  );
}

function NoItems({ kind, app }: { readonly kind: ItemKind; readonly app: string }): VNode {
  const t = useMessages('content').apps.items;
  return (
    <EmptyState title={t.noneTitle[kind.key]}>
      <p>{t.none[kind.key]}</p>
      <CreateItem kind={kind} app={app} />
    </EmptyState>
  );
}
