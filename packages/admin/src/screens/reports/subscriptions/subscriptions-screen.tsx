import type { Subscription } from '@inlay/content/subscription';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { allApps } from '../../../api/common-queries.ts';
import type { ShownEmbed } from '../../../api/content.ts';
import { useNamed } from '../../../api/named.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import type { Column } from '../../../parts/list/columns.tsx';
import { FilterSelect } from '../../../parts/list/filter-select.tsx';
import { Filters } from '../../../parts/list/filters.tsx';
import { ListSearch } from '../../../parts/list/list-search.tsx';
import { NothingMatches } from '../../../parts/list/nothing-matches.tsx';
import { ResourceTable } from '../../../parts/list/resource-table.tsx';
import { WorkspaceFilter } from '../../../parts/list/workspace-filter.tsx';
import { lazy } from '../../../parts/page/lazy.tsx';
import { Breakable } from '../../../parts/text/breakable.tsx';
import { Link } from '../../../parts/text/link.tsx';
import { Moment } from '../../../parts/text/moment.tsx';
import { Rich } from '../../../parts/text/rich.tsx';
import { navigate, query } from '../../../router.ts';
import { can } from '../../../session/can.ts';
import { embedsById, reportSettings, subscriptionFilters, subscriptionList } from '../queries.ts';
import { GuideLink, ReportPage } from '../report-page.tsx';
import { scheduleText } from '../schedule-text.ts';
import { DeliveryBadge, StatusBadge } from '../state-badge.tsx';
import { canPreview } from './can-preview.ts';
import { loadSubscriptionDialog } from './load-subscription-dialog.ts';
import { SubscriptionMenu } from './subscription-menu.tsx';

const SubscriptionDialog = lazy(loadSubscriptionDialog, 0);

/** What viewers of the tenant have sent to them. */
export function SubscriptionsScreen({ id }: { readonly id?: string }): VNode {
  const t = useMessages('reportAdmin');
  const subscriptions = useQuery(subscriptionList(query.value));
  const isOff = useQuery(reportSettings).data?.rights === 'off';
  const apps = useQuery(allApps).data?.data ?? [];
  const workspaces = useNamed('workspaces');
  const found = subscriptions.data?.data ?? [];
  const isFiltered = subscriptionFilters.some((name) => query.value.has(name));
  const close = () => navigate('/reports', { unasked: true });
  return (
    <ReportPage tab="subscriptions">
      {isOff && found.length > 0 && <OffNotice />}
      <Filters shown={isFiltered || found.length > 0}>
        <ListSearch label={t.list.search} />
        <FilterSelect
          name="status"
          label={t.list.status}
          options={[['', t.list.allStatuses], ...Object.entries(t.statuses)]}
        />
        <FilterSelect
          name="kind"
          label={t.list.kind}
          options={[['', t.list.allKinds], ...Object.entries(t.kinds)]}
        />
        <FilterSelect
          name="app"
          label={t.list.app}
          options={[['', t.list.allApps], ...apps.map((app) => [app.id, app.title] as const)]}
        />
        <WorkspaceFilter workspaces={workspaces} />
      </Filters>
      <ResourceTable
        query={subscriptions}
        of={t.list.count}
        lines={6}
        empty={<NoSubscriptions isFiltered={isFiltered} isOff={isOff} />}
        columns={useColumns(found)}
      />
      {id !== undefined && (
        <SubscriptionDialog
          key={id}
          id={id}
          onClose={close}
          onDeleted={() => {
            close();
            subscriptions.reload();
          }}
        />
      )}
    </ReportPage>
  );
}

function useColumns(subscriptions: readonly Subscription[]): readonly Column<Subscription>[] {
  const { list: t, ...texts } = useMessages('reportAdmin');
  const workspaces = useNamed('workspaces');
  const embeds = useEmbedsOf(subscriptions);
  const workspaceOf = ({ workspaceId }: Subscription) =>
    workspaces.length > 1 ? (workspaces.find(({ id }) => id === workspaceId)?.name ?? workspaceId) : '';
  return [
    {
      title: t.report,
      cell: (subscription) => (
        <>
          <Link to={`/reports/${subscription.id}`}>{subscription.title}</Link>
          <div class="ui-small ui-muted">
            <Breakable text={subscription.username} />
            {workspaceOf(subscription) && ` · ${workspaceOf(subscription)}`}
          </div>
          <div class="ui-small ui-muted ui-narrow">
            {scheduleText(texts.schedules, subscription.schedule)}
          </div>
          {isTrouble(subscription) && (
            <div class="ui-narrow">
              <LastResult subscription={subscription} />
            </div>
          )}
        </>
      ),
    },
    {
      title: t.content,
      class: 'ui-roomy',
      cell: ({ embedId, content, kind }) => (
        <>
          <EmbedLink embeds={embeds} id={embedId} />
          <div class="ui-small ui-muted">
            {kind === 'alert' ? texts.kinds.alert : texts.contents[content.kind]}
          </div>
        </>
      ),
    },
    {
      title: t.schedule,
      class: 'ui-wide',
      cell: ({ schedule, nextAt }) => (
        <>
          {scheduleText(texts.schedules, schedule)}
          <div class="ui-small ui-muted">
            {nextAt ? <Rich text={t.nextAt} parts={{ time: <Moment at={nextAt} /> }} /> : schedule.timeZone}
          </div>
        </>
      ),
    },
    { title: t.last, class: 'ui-wide', cell: (subscription) => <LastResult subscription={subscription} /> },
    { title: t.status, class: 'ui-keep', cell: ({ status }) => <StatusBadge status={status} /> },
    ...(can('reports:write') || canPreview()
      ? [
          {
            title: <span class="ui-visually-hidden">{t.actions}</span>,
            class: 'ui-keep report-menu',
            cell: (subscription: Subscription) => <SubscriptionMenu subscription={subscription} />,
          },
        ]
      : []),
  ];
}

/** On phones, where there is no room for what went well. */
const isTrouble = ({ last, status }: Subscription): boolean =>
  status === 'ended' || last?.state === 'failed' || last?.state === 'unknown';

function LastResult({ subscription }: { readonly subscription: Subscription }): VNode {
  const { list: t, reasons } = useMessages('reportAdmin');
  const { last, kind, status, reason } = subscription;
  const text = status === 'ended' && reason !== null ? reasons[reason] : last?.reason;
  return (
    <>
      {last ? (
        <span class="report-last">
          <DeliveryBadge state={last.state} reason={last.reason} isCheck={kind === 'alert'} />
          <span class="ui-small ui-muted">
            <Moment at={last.at} />
          </span>
        </span>
      ) : (
        <span class="ui-muted">{t.none}</span>
      )}
      {text && <div class="ui-small ui-muted">{text}</div>}
    </>
  );
}

/** Undefined while they load, and for roles that see no content. */
function useEmbedsOf(subscriptions: readonly Subscription[]): readonly ShownEmbed[] | undefined {
  const ids = [...new Set(subscriptions.map(({ embedId }) => embedId))].sort();
  return useQuery(ids.length > 0 && can('content:read') ? embedsById(ids) : undefined).data?.data;
}

interface EmbedLinkProps {
  readonly embeds: readonly ShownEmbed[] | undefined;
  readonly id: string;
}

/** An embed that was deleted has no title anymore. */
function EmbedLink({ embeds, id }: EmbedLinkProps): VNode {
  const embed = embeds?.find((each) => each.id === id);
  if (!embed) return <span class="ui-muted">{id}</span>;
  return <Link to={`/embeds/${encodeURIComponent(id)}`}>{titleOutline(embed.title)}</Link>;
}

function OffNotice(): VNode {
  const t = useMessages('reportAdmin');
  return (
    <Notice tone="warning">
      <p>
        <Rich text={t.off.sent} parts={{ settings: <Link to="/reports/settings">{t.tabs.settings}</Link> }} />
      </p>
    </Notice>
  );
}

interface NoSubscriptionsProps {
  readonly isFiltered: boolean;
  readonly isOff: boolean;
}

function NoSubscriptions({ isFiltered, isOff }: NoSubscriptionsProps): VNode {
  const { list: t, off, guide } = useMessages('reportAdmin');
  if (isFiltered) return <NothingMatches title={t.noMatch} filters={subscriptionFilters} />;
  if (isOff)
    return (
      <EmptyState title={off.title}>
        <p>{off.text}</p>
        <Link to="/reports/settings" class="ui-button ui-button-primary">
          {off.action}
        </Link>
      </EmptyState>
    );
  return (
    <EmptyState title={t.empty}>
      <p>
        <Rich text={t.emptyText} parts={{ feature: <code>subscriptions</code> }} />
      </p>
      <p>
        <GuideLink page="reports">{guide}</GuideLink>
      </p>
    </EmptyState>
  );
}
