import type { Connection } from '@inlay/protocol/connection';
import type { Dataset } from '@inlay/protocol/dataset';
import type { DatasetDto } from '@inlay/protocol/dataset-api';
import type { Page } from '@inlay/protocol/pagination';
import { Badge, type Tone } from '@inlay/ui/badge';
import { EmptyState } from '@inlay/ui/empty-state';
import { Table } from '@inlay/ui/table';
import type { VNode } from 'preact';
import { listPath } from '../../../api/list-path.ts';
import { useNamed } from '../../../api/named.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { counted } from '../../../parts/counted.ts';
import { FilterSelect } from '../../../parts/filter-select.tsx';
import { Filters } from '../../../parts/filters.tsx';
import { Link } from '../../../parts/link.tsx';
import { Listed } from '../../../parts/listed.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { Screen } from '../../../parts/screen.tsx';
import { WorkspaceFilter } from '../../../parts/workspace-filter.tsx';
import { query } from '../../../router.ts';
import { WaysIn } from '../ways-in.tsx';

export function DatasetsScreen(): VNode {
  const datasets = useAnswer<Page<DatasetDto>>(listPath('datasets', ['connection', 'workspace']));
  const connections = useAnswer<Page<Connection>>('connections?limit=200').data?.data ?? [];
  const workspaces = useNamed('workspaces');
  const filtered = query.value.has('connection') || query.value.has('workspace');
  return (
    <Screen
      title="Datasets"
      intro="What tiles can ask: columns with names people know, measures, and who sees which rows."
      actions={
        <Link to="/datasets/new" class="ui-button ui-button-primary">
          Create a dataset
        </Link>
      }
    >
      <Filters shown={filtered || connections.length > 1 || workspaces.length > 1}>
        {connections.length > 1 && (
          <FilterSelect
            name="connection"
            label="Connection"
            options={[['', 'All connections'], ...connections.map(({ id, name }) => [id, name] as const)]}
          />
        )}
        <WorkspaceFilter workspaces={workspaces} />
      </Filters>
      <Listed
        answer={datasets}
        of="dataset"
        lines={5}
        empty={<NoDatasets filtered={filtered} connected={connections.length > 0} />}
      >
        {(found) => <DatasetTable datasets={found} connections={connections} />}
      </Listed>
    </Screen>
  );
}

interface DatasetTableProps {
  readonly datasets: readonly DatasetDto[];
  readonly connections: readonly Connection[];
}

function DatasetTable({ datasets, connections }: DatasetTableProps): VNode {
  return (
    <Table>
      <thead>
        <tr>
          <th>Dataset</th>
          <th class="wide">Connection</th>
          <th class="wide">Holds</th>
          <th>Who sees rows</th>
          <th class="wide">Changed</th>
        </tr>
      </thead>
      <tbody>
        {datasets.map((dataset) => {
          const { tone, text } = audienceOf(dataset);
          return (
            <tr key={dataset.id}>
              <td>
                <Link to={`/datasets/${encodeURIComponent(dataset.id)}`}>{dataset.name}</Link>
                <div class="small muted">{sourceText(dataset)}</div>
              </td>
              <td class="wide">
                {connections.find(({ id }) => id === dataset.connectionId)?.name ?? dataset.connectionId}
              </td>
              <td class="wide keep figures">
                {counted(dataset.columns.length, 'column')},{' '}
                {counted(dataset.measures?.length ?? 0, 'measure')}
              </td>
              <td>
                <Badge tone={tone}>{text}</Badge>
              </td>
              <td class="wide keep">
                <Moment at={dataset.updatedAt} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function sourceText({ source }: DatasetDto): string {
  if (source.kind === 'sql') return 'SQL';
  return source.kind === 'file' ? `file ${source.file}` : `table ${source.table}`;
}

function NoDatasets({
  filtered,
  connected,
}: {
  readonly filtered: boolean;
  readonly connected: boolean;
}): VNode {
  if (filtered) return <EmptyState title="No dataset matches">Change the filters above.</EmptyState>;
  return (
    <EmptyState title="No datasets yet">
      <p>
        {connected
          ? 'Pick a table or a file: its columns are read for you.'
          : 'First say where the data is: connect a database or upload a file.'}
      </p>
      {connected ? (
        <div class="row">
          <Link to="/datasets/new" class="ui-button ui-button-primary">
            Create a dataset
          </Link>
          <Link to="/files" class="ui-button">
            Upload a file
          </Link>
        </div>
      ) : (
        <WaysIn />
      )}
    </EmptyState>
  );
}

/** A short description of who sees rows of a dataset. */
function audienceOf({
  segmented,
  rowRules,
  groupRules,
}: Pick<Dataset, 'segmented' | 'rowRules' | 'groupRules'>): { readonly tone: Tone; readonly text: string } {
  const rules = (rowRules?.length ?? 0) + (groupRules?.length ?? 0);
  if (rules > 0) return { tone: 'good', text: rules === 1 ? 'By one rule' : `By ${rules} rules` };
  return segmented === false
    ? { tone: 'neutral', text: 'Everybody, every row' }
    : { tone: 'warning', text: 'Nobody yet' };
}
