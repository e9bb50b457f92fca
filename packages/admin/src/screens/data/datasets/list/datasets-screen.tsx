import { SAMPLE_DATA } from '@inlay/content/sample-data';
import type { DatasetDto } from '@inlay/protocol/dataset-api';
import { Badge } from '@inlay/ui/layout/badge';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import type { VNode } from 'preact';
import { api } from '../../../../api/api.ts';
import { allConnections } from '../../../../api/common-queries.ts';
import { useNamed } from '../../../../api/named.ts';
import { query as apiQuery } from '../../../../api/query.ts';
import { useQuery } from '../../../../api/use-query.ts';
import { useMessages } from '../../../../messages.ts';
import { lazyBulk } from '../../../../parts/bulk/lazy-bulk.ts';
import { FilterSelect } from '../../../../parts/list/filter-select.tsx';
import { Filters } from '../../../../parts/list/filters.tsx';
import { ResourceTable } from '../../../../parts/list/resource-table.tsx';
import { WorkspaceFilter } from '../../../../parts/list/workspace-filter.tsx';
import { AddDataLinks } from '../../../../parts/page/add-data-links.tsx';
import { FirstSteps } from '../../../../parts/page/first-steps.ts';
import { lazy } from '../../../../parts/page/lazy.tsx';
import { Screen } from '../../../../parts/page/screen.tsx';
import { Link } from '../../../../parts/text/link.tsx';
import { Moment } from '../../../../parts/text/moment.tsx';
import { sourceText } from '../../../../parts/text/source-text.ts';
import { query } from '../../../../router.ts';
import { can } from '../../../../session/can.ts';
import { datasetList } from '../queries.ts';

const sampleApp = apiQuery('/apps', { query: { q: SAMPLE_DATA.app, limit: 1 } });
const SampleCard = lazy(async () => (await import('../../start/sample-card.tsx')).SampleCard, 1);

const BulkDelete = lazyBulk(
  async () => (await import('../../../../parts/bulk/bulk-delete.tsx')).BulkDelete<DatasetDto>,
);

export function DatasetsScreen(): VNode {
  const t = useMessages('data').datasets;
  const datasets = useQuery(datasetList(query.value));
  const connections = useQuery(allConnections).data?.data ?? [];
  const workspaces = useNamed('workspaces');
  const hasSample = useQuery(sampleApp).data?.data.some(({ id }) => id === SAMPLE_DATA.app);
  const filtered = query.value.has('connection') || query.value.has('workspace');
  return (
    <Screen
      title={t.title}
      intro={t.intro}
      actions={
        can('data:write') && (
          <Link to="/datasets/new" class="ui-button ui-button-primary">
            {t.create}
          </Link>
        )
      }
    >
      {hasSample ? <SampleCard /> : datasets.data?.meta.total === 0 && <FirstSteps />}
      <Filters shown={filtered || connections.length > 1 || workspaces.length > 1}>
        {connections.length > 1 && (
          <FilterSelect
            name="connection"
            label={t.connection}
            options={[['', t.allConnections], ...connections.map(({ id, name }) => [id, name] as const)]}
          />
        )}
        <WorkspaceFilter workspaces={workspaces} />
      </Filters>
      <ResourceTable
        query={datasets}
        of={t.count}
        lines={5}
        empty={<NoDatasets filtered={filtered} connected={connections.length > 0} />}
        columns={[
          {
            title: t.dataset,
            cell: ({ id, name, source }) => (
              <>
                <Link to={pathOf(id)}>{name}</Link>
                <div class="ui-small ui-muted">{sourceText(source, t)}</div>
              </>
            ),
          },
          {
            title: t.connection,
            class: 'ui-wide',
            cell: ({ connectionId }) =>
              connections.find(({ id }) => id === connectionId)?.name ?? connectionId,
          },
          {
            title: t.contents,
            class: 'ui-wide ui-keep ui-figures',
            cell: ({ columns, measures = [] }) =>
              `${t.columns({ count: columns.length })}, ${t.measures({ count: measures.length })}`,
          },
          { title: t.rowRules, cell: (dataset) => <AccessBadge dataset={dataset} /> },
          { title: t.changed, class: 'ui-wide ui-keep', cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
        ]}
        bulk={{
          titleOf: ({ name }) => name,
          bar: (selection) => (
            <BulkDelete
              selection={selection}
              of={t.count}
              hint={t.deleteManyHint}
              bulkItem={({ id, name }) => ({
                title: name,
                to: pathOf(id),
                send: () => api.delete('/datasets/{id}', { path: { id } }),
              })}
            />
          ),
        }}
      />
    </Screen>
  );
}

const pathOf = (id: string) => `/datasets/${encodeURIComponent(id)}`;

function NoDatasets({
  filtered,
  connected,
}: {
  readonly filtered: boolean;
  readonly connected: boolean;
}): VNode {
  const t = useMessages('data').datasets;
  const { uploadFile } = useMessages('data').connections;
  if (filtered) return <EmptyState title={t.noMatch}>{t.noMatchHint}</EmptyState>;
  return (
    <EmptyState title={t.empty}>
      <p>{connected ? t.emptyHint : t.emptyNoData}</p>
      {connected ? (
        <div class="ui-row">
          <Link to="/datasets/new" class="ui-button ui-button-primary">
            {t.create}
          </Link>
          <Link to="/files" class="ui-button">
            {uploadFile}
          </Link>
        </div>
      ) : (
        <AddDataLinks />
      )}
    </EmptyState>
  );
}

function AccessBadge({ dataset }: { readonly dataset: DatasetDto }): VNode {
  const t = useMessages('data').datasets;
  const { segmented, rowRules = [], groupRules = [] } = dataset;
  const count = rowRules.length + groupRules.length;
  if (count > 0) return <Badge tone="good">{t.rules({ count })}</Badge>;
  if (segmented === false) return <Badge tone="neutral">{t.everyRow}</Badge>;
  return <Badge tone="warning">{t.noRow}</Badge>;
}
