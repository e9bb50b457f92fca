import type { Page } from '@inlay/protocol/pagination';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { CopyButton } from '@inlay/ui/controls/copy-button';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Table } from '@inlay/ui/layout/table';
import type { VNode } from 'preact';
import { embedsOf, embedsOfApp } from '../../api/common-queries.ts';
import type { ShownEmbed, ShownItem } from '../../api/content.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { lazyBulk } from '../../parts/bulk/lazy-bulk.ts';
import { SelectAll, SelectRow } from '../../parts/bulk/selection-boxes.tsx';
import { type Selection, useSelection } from '../../parts/bulk/use-selection.ts';
import { StateBadge } from '../../parts/content/state-badge.tsx';
import { TileTitle } from '../../parts/content/tile-title.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { Filters } from '../../parts/list/filters.tsx';
import { ListSearch } from '../../parts/list/list-search.tsx';
import { Listed } from '../../parts/list/listed.tsx';
import { Link } from '../../parts/text/link.tsx';
import { Moment } from '../../parts/text/moment.tsx';
import { query } from '../../router.ts';
import { CreateDashboard } from './create-dashboard.tsx';
import type { ItemKind } from './item-kinds.ts';
import { itemsOfApp } from './queries.ts';

const BulkItems = lazyBulk(async () => (await import('./bulk-items.tsx')).BulkItems);

/** The content of one kind, with its state and the identifiers under which pages show it. */
export function AppItems({ kind, app }: { readonly kind: ItemKind; readonly app: string }): VNode {
  const t = useMessages('content').apps.items;
  const { list, status } = useMessages('admin');
  const items = useQuery<Page<ShownItem>>(itemsOfApp(kind.key, app, query.value));
  const embeds = useEmbedsOf(app, kind, items.data?.data ?? []);
  const selection = useSelection(items.data?.data ?? []);
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
      <Listed
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
      >
        {(found) => <ItemTable kind={kind} items={found} embeds={embeds} selection={selection} />}
      </Listed>
      {selection.isUsed && <BulkItems kind={kind} app={app} selection={selection} />}
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

interface ItemTableProps {
  readonly kind: ItemKind;
  readonly items: readonly ShownItem[];
  readonly embeds: readonly ShownEmbed[] | undefined;
  readonly selection: Selection<ShownItem>;
}

function ItemTable({ kind, items, embeds, selection }: ItemTableProps): VNode {
  const t = useMessages('content').apps.items;
  const { kinds: chartKinds } = useMessages('charts');
  return (
    <Table>
      <thead>
        <tr>
          <SelectAll selection={selection} />
          <th>{t.title}</th>
          <th>{t.embed}</th>
          <th>{t.status}</th>
          <th class="ui-wide">{t.changed}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <SelectRow selection={selection} item={item} title={titleOutline(item.title)} />
            <td>
              <Link to={`/apps/${encodeURIComponent(item.appId)}/${kind.key}/${encodeURIComponent(item.id)}`}>
                {kind.key === 'tiles' ? <TileTitle tile={item} /> : titleOutline(item.title)}
              </Link>
              <div class="ui-small ui-muted ui-row">
                {item.kind && chartKinds[item.kind].label}
                <code class="id-code">{item.id}</code>
              </div>
            </td>
            <td>
              <EmbedsOf
                item={item}
                kind={kind}
                embeds={embeds?.filter(({ target }) => target.kind === kind.one && target.id === item.id)}
              />
            </td>
            <td class="ui-keep">
              <StateBadge state={item.state} />
              {item.state !== 'published' && item.publishedVersion !== null && (
                <div class="ui-small ui-muted">{t.liveVersion({ version: item.publishedVersion })}</div>
              )}
            </td>
            <td class="ui-wide ui-keep">{item.updatedAt && <Moment at={item.updatedAt} />}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
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
      {kind.key === 'dashboards' ? (
        <CreateDashboard app={app} />
      ) : (
        <Link to={`/apps/${encodeURIComponent(app)}/${kind.key}/new`} class="ui-button ui-button-primary">
          {t.create[kind.key]}
        </Link>
      )}
    </EmptyState>
  );
}
