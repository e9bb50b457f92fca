import type { EmbedsMessages } from '@inlay/messages/embeds';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import type { Usage } from '@inlay/protocol/usage';
import { Button } from '@inlay/ui/controls/button';
import { CopyButton } from '@inlay/ui/controls/copy-button';
import { Badge } from '@inlay/ui/layout/badge';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../api/api.ts';
import { allApps, embedSettings } from '../../api/common-queries.ts';
import type { ShownApp, ShownEmbed } from '../../api/content.ts';
import { useQuery } from '../../api/use-query.ts';
import { formatLocale, useMessages } from '../../messages.ts';
import { lazyBulk } from '../../parts/bulk/lazy-bulk.ts';
import { NextContentStep } from '../../parts/content/next-content-step.tsx';
import { StateBadge } from '../../parts/content/state-badge.tsx';
import { useTileTitle } from '../../parts/content/use-tile-title.ts';
import type { Column } from '../../parts/list/columns.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { Filters } from '../../parts/list/filters.tsx';
import { ListSearch } from '../../parts/list/list-search.tsx';
import { NothingMatches } from '../../parts/list/nothing-matches.tsx';
import { ResourceTable } from '../../parts/list/resource-table.tsx';
import { lazy } from '../../parts/page/lazy.tsx';
import { Screen } from '../../parts/page/screen.tsx';
import { Link } from '../../parts/text/link.tsx';
import { navigate, query, setQuery } from '../../router.ts';
import { can } from '../../session/can.ts';
import { loadEmbedDialog } from './load-embed-dialog.ts';
import { appsById, embedList, usageOfMonth } from './queries.ts';
import './embeds.css';

const EmbedDialog = lazy(loadEmbedDialog, 0);
const NewEmbedDialog = lazy(async () => (await import('./embed-form.tsx')).NewEmbedDialog, 0);

const BulkDelete = lazyBulk(
  async () => (await import('../../parts/bulk/bulk-delete.tsx')).BulkDelete<ShownEmbed>,
);

const KINDS = ['tile', 'story', 'dashboard', 'builder'] as const;
const FILTERS = ['q', 'app', 'state'];

export function EmbedsScreen({ id }: { readonly id?: string }): VNode {
  const t = useMessages('embeds');
  const { status } = useMessages('admin');
  const embeds = useQuery(embedList(query.value));
  const { data: listed } = useQuery(allApps);
  const apps = useAppsOf(embeds.data?.data ?? [], listed?.data);
  const kind = KINDS.find((each) => each === query.value.get('new'));
  const filtered = FILTERS.some((name) => query.value.has(name));
  return (
    <Screen
      wide
      title={t.title}
      intro={t.intro}
      actions={
        <>
          {can('settings:read') && (
            <Link to="/embed-settings" class="ui-button">
              {t.embedSettings}
            </Link>
          )}
          {can('embeds:write') && (
            <Button variant="primary" onClick={() => setQuery({ new: 'tile' })}>
              {t.create}
            </Button>
          )}
        </>
      }
    >
      <Filters shown={filtered || (embeds.data?.data.length ?? 0) > 0}>
        <ListSearch label={t.search} />
        <FilterSelect
          name="app"
          label={t.columns.app}
          options={[['', t.allApps], ...(listed?.data ?? []).map((app) => [app.id, app.title] as const)]}
        />
        <FilterSelect
          name="state"
          label={t.columns.status}
          options={[
            ['', t.allStatuses],
            ['draft', status.draft],
            ['published', status.published],
            ['archived', status.archived],
          ]}
        />
      </Filters>
      <ResourceTable
        query={embeds}
        of={t.count}
        lines={5}
        empty={<NoEmbeds filtered={filtered} />}
        columns={useEmbedColumns(apps)}
        bulk={{
          titleOf: ({ title }) => titleOutline(title),
          bar: (selection) => (
            <BulkDelete
              selection={selection}
              of={t.count}
              hint={t.deleteManyHint}
              bulkItem={({ id, title }) => ({
                title: titleOutline(title),
                to: pathOf(id),
                send: () => api.delete('/embeds/{id}', { path: { id } }),
              })}
            />
          ),
        }}
      />
      {id !== undefined && (
        <EmbedDialog id={id} onClose={() => navigate('/embeds')} onChanged={embeds.reload} />
      )}
      {kind && (
        <NewEmbedDialog
          target={{ kind, id: query.value.get('target') ?? '' }}
          onClose={() => setQuery({ new: '', target: '' })}
          onDone={(embed) => {
            embeds.reload();
            showToast(t.created({ id: embed.id }));
            navigate(pathOf(embed.id), { unasked: true });
          }}
        />
      )}
    </Screen>
  );
}

/** The apps of these embeds, also of a tenant with more apps than one page lists. */
function useAppsOf(embeds: readonly ShownEmbed[], listed: readonly ShownApp[] | undefined) {
  const ids = new Set(embeds.map(({ appId }) => appId));
  for (const { id } of listed ?? []) ids.delete(id);
  const others = useQuery(listed && ids.size > 0 ? appsById([...ids]) : undefined).data?.data ?? [];
  return [...(listed ?? []), ...others];
}

const pathOf = (id: string) => `/embeds/${encodeURIComponent(id)}`;

function useEmbedColumns(apps: readonly ShownApp[]): readonly Column<ShownEmbed>[] {
  const t = useMessages('embeds');
  const usage = useQuery(usageOfMonth).data;
  const ofTenant = useQuery(embedSettings).data?.allowedOrigins;
  const appOf = ({ appId }: ShownEmbed) => apps.find(({ id }) => id === appId);
  const originsOf = ({ allowedOrigins }: ShownEmbed) => originsText(t, allowedOrigins, ofTenant);
  return [
    {
      title: t.columns.embed,
      class: 'embed-title',
      cell: (embed) => (
        <>
          {embed.target.kind === 'tile' ? (
            <TileEmbedLink embed={embed} />
          ) : (
            <EmbedLink id={embed.id} title={titleOutline(embed.title)} />
          )}
          <div class="ui-narrow ui-small">{t.kinds[embed.target.kind]}</div>
          <div class="ui-narrow ui-small ui-muted">{originsOf(embed)}</div>
        </>
      ),
    },
    {
      title: t.columns.app,
      class: 'ui-roomy embed-app',
      cell: (embed) => <Cut text={appOf(embed)?.title ?? embed.appId} />,
    },
    {
      title: t.columns.workspace,
      class: 'ui-roomy',
      cell: (embed) => {
        const app = appOf(embed);
        const label = t.workspaceOf({ title: titleOutline(embed.title) });
        return app && <Identifier name={app.workspaceId} label={label} />;
      },
    },
    {
      title: t.form.origins,
      class: 'ui-roomy embed-origins',
      cell: (embed) => <Cut text={originsOf(embed)} />,
    },
    {
      title: t.columns.kind,
      class: 'ui-wide embed-kind',
      cell: ({ target }) => <Badge tone="neutral">{t.kinds[target.kind]}</Badge>,
    },
    {
      title: t.columns.identifier,
      class: 'embed-identifier',
      cell: ({ id, title }) => (
        <Identifier name={id} label={t.identifierOf({ title: titleOutline(title) })} />
      ),
    },
    {
      title: t.columns.views,
      class: 'ui-number ui-wide embed-views',
      cell: ({ id }) => viewsText(t, usage, id),
    },
    { title: t.columns.status, class: 'ui-keep', cell: ({ state }) => <StateBadge state={state} /> },
  ];
}

/** A text for which there may be no room. */
const Cut = ({ text }: { readonly text: string }): VNode => <span title={text}>{text}</span>;

function EmbedLink({ id, title }: { readonly id: string; readonly title: string }): VNode {
  return (
    <Link to={pathOf(id)} title={title}>
      {title}
    </Link>
  );
}

function TileEmbedLink({ embed }: { readonly embed: ShownEmbed }): VNode {
  const { id, appId, title, target } = embed;
  return <EmbedLink id={id} title={useTileTitle({ id: target.id, appId, title })} />;
}

/** The origins that both Embed Settings and the embed allow. An empty list allows any origin. */
function originsText(
  t: EmbedsMessages,
  ofEmbed: readonly string[] = [],
  ofTenant: readonly string[] | undefined,
): string {
  if (!ofTenant) return '';
  const both = ofTenant.filter((origin) => ofEmbed.length === 0 || ofEmbed.includes(origin));
  const allowed = ofTenant.length === 0 ? ofEmbed : both;
  if (allowed.length > 0) return t.origins({ origins: allowed.join(', ') });
  return ofEmbed.length === 0 ? t.anyOrigin : t.noOrigin;
}

/** The API lists the 200 embeds that were viewed most; the views of others are unknown. */
function viewsText(t: EmbedsMessages, usage: Usage | undefined, id: string): string {
  if (!usage) return '';
  const views = usage.embeds.find((embed) => embed.id === id)?.views;
  if (views === undefined) return usage.embeds.length < 200 ? '0' : t.few;
  return new Intl.NumberFormat(formatLocale()).format(views);
}

function Identifier({ name, label }: { readonly name: string; readonly label: string }): VNode {
  return (
    <div class="ui-row identifier">
      <code class="id-code" title={name}>
        {name}
      </code>
      <CopyButton text={name} name={label} />
    </div>
  );
}

function NoEmbeds({ filtered }: { readonly filtered: boolean }): VNode {
  const t = useMessages('embeds');
  if (filtered) return <NothingMatches title={t.noMatch} filters={FILTERS} />;
  return (
    <EmptyState title={t.empty}>
      <p>{t.emptyText}</p>
      <p>
        <NextContentStep />
      </p>
    </EmptyState>
  );
}
