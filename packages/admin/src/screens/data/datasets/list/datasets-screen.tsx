import { SAMPLE_DATA } from '@inlay/content/sample-data';
import type { DataMessages } from '@inlay/messages/data';
import type { Connection } from '@inlay/protocol/connection';
import type { DatasetDto } from '@inlay/protocol/dataset-api';
import { Badge, type Tone } from '@inlay/ui/layout/badge';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Table } from '@inlay/ui/layout/table';
import type { VNode } from 'preact';
import { allConnections } from '../../../../api/common-queries.ts';
import { useNamed } from '../../../../api/named.ts';
import { query as apiQuery } from '../../../../api/query.ts';
import { useQuery } from '../../../../api/use-query.ts';
import { useMessages } from '../../../../messages.ts';
import { lazyBulk } from '../../../../parts/bulk/lazy-bulk.ts';
import { SelectAll, SelectRow } from '../../../../parts/bulk/selection-boxes.tsx';
import { type Selection, useSelection } from '../../../../parts/bulk/use-selection.ts';
import { FilterSelect } from '../../../../parts/list/filter-select.tsx';
import { Filters } from '../../../../parts/list/filters.tsx';
import { Listed } from '../../../../parts/list/listed.tsx';
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

const BulkDatasets = lazyBulk(async () => (await import('./bulk-datasets.tsx')).BulkDatasets);

export function DatasetsScreen(): VNode {
  const t = useMessages('data').datasets;
  const datasets = useQuery(datasetList(query.value));
  const connections = useQuery(allConnections).data?.data ?? [];
  const workspaces = useNamed('workspaces');
  const selection = useSelection(datasets.data?.data ?? []);
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
      <Listed
        query={datasets}
        of={t.count}
        lines={5}
        empty={<NoDatasets filtered={filtered} connected={connections.length > 0} />}
      >
        {(found) => <DatasetTable datasets={found} connections={connections} selection={selection} />}
      </Listed>
      {selection.isUsed && <BulkDatasets selection={selection} />}
    </Screen>
  );
}

interface DatasetTableProps {
  readonly datasets: readonly DatasetDto[];
  readonly connections: readonly Connection[];
  readonly selection: Selection<DatasetDto>;
}

function DatasetTable({ datasets, connections, selection }: DatasetTableProps): VNode {
  const t = useMessages('data').datasets;
  return (
    <Table>
      <thead>
        <tr>
          <SelectAll selection={selection} />
          <th>{t.dataset}</th>
          <th class="ui-wide">{t.connection}</th>
          <th class="ui-wide">{t.contents}</th>
          <th>{t.rowRules}</th>
          <th class="ui-wide">{t.changed}</th>
        </tr>
      </thead>
      <tbody>
        {datasets.map((dataset) => {
          const { tone, text } = accessOf(dataset, t);
          return (
            <tr key={dataset.id}>
              <SelectRow selection={selection} item={dataset} title={dataset.name} />
              <td>
                <Link to={`/datasets/${encodeURIComponent(dataset.id)}`}>{dataset.name}</Link>
                <div class="ui-small ui-muted">{sourceText(dataset.source, t)}</div>
              </td>
              <td class="ui-wide">
                {connections.find(({ id }) => id === dataset.connectionId)?.name ?? dataset.connectionId}
              </td>
              <td class="ui-wide ui-keep ui-figures">
                {t.columns({ count: dataset.columns.length })},{' '}
                {t.measures({ count: dataset.measures?.length ?? 0 })}
              </td>
              <td>
                <Badge tone={tone}>{text}</Badge>
              </td>
              <td class="ui-wide ui-keep">
                <Moment at={dataset.updatedAt} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

type Messages = DataMessages['datasets'];

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

function accessOf(
  { segmented, rowRules = [], groupRules = [] }: DatasetDto,
  t: Messages,
): { readonly tone: Tone; readonly text: string } {
  const count = rowRules.length + groupRules.length;
  if (count > 0) return { tone: 'good', text: t.rules({ count }) };
  return segmented === false ? { tone: 'neutral', text: t.everyRow } : { tone: 'warning', text: t.noRow };
}
