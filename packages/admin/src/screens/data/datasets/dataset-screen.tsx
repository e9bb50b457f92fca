import type { Connection } from '@inlay/protocol/connection';
import type { DatasetDto } from '@inlay/protocol/dataset-api';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/notice';
import { SaveBar } from '@inlay/ui/save-bar';
import { Skeleton } from '@inlay/ui/skeleton';
import { TabBar } from '@inlay/ui/tab-bar';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { api } from '../../../api/api.ts';
import { allConnections } from '../../../api/common-queries.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useSnapshot } from '../../../api/use-snapshot.ts';
import { Link } from '../../../parts/link.tsx';
import { NextContentStep } from '../../../parts/next-content-step.tsx';
import { Screen } from '../../../parts/screen.tsx';
import { Trouble } from '../../../parts/trouble.tsx';
import { ConflictDialog } from '../../content/conflict-dialog.tsx';
import { ColumnsTab } from './columns-tab.tsx';
import { changeOf, type DatasetDraft, draftOf } from './dataset-draft.ts';
import { MeasuresTab } from './measures-tab.tsx';
import { datasetQuery, firstTile } from './queries.ts';
import { RowsTab } from './rows-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { SourceTab } from './source-tab.tsx';

const tabs = [
  ['', 'Columns', ['/columns']],
  ['measures', 'Measures', ['/measures']],
  ['rows', 'Who sees what', ['/rowRules', '/groupRules', '/segmented']],
  ['source', 'Source', ['/source', '/connectionId']],
  ['settings', 'Settings', ['/cacheSeconds', '/workspaceId', '/name']],
] as const;

export function DatasetScreen({ id, tab: wanted }: { readonly id: string; readonly tab?: string }): VNode {
  // An address that names no part of a dataset shows its first.
  const [tab] = tabs.find(([key]) => key === wanted) ?? tabs[0];
  return <LoadedDataset key={id} id={id} tab={tab} />;
}

function LoadedDataset({ id, tab }: { readonly id: string; readonly tab: string }): VNode {
  const { data: dataset, error, reload, replace } = useSnapshot(datasetQuery(id));
  if (dataset) return <DatasetEditor key={dataset.version} dataset={dataset} tab={tab} onSaved={replace} />;
  return (
    <Screen back={{ to: '/datasets', title: 'Datasets' }} title="Dataset">
      {error ? <Trouble error={error} onRetry={reload} /> : <Skeleton lines={6} />}
    </Screen>
  );
}

interface EditorProps {
  readonly dataset: DatasetDto;
  readonly tab: string;
  readonly onSaved: (dataset: DatasetDto) => void;
}

function DatasetEditor({ dataset, tab, onSaved }: EditorProps): VNode {
  const path = { id: dataset.id };
  const form = useForm<DatasetDraft, DatasetDto>({
    initial: draftOf(dataset),
    version: dataset.version,
    save: (_, changes, version) =>
      api.patch('/datasets/{id}', {
        path,
        body: changeOf(changes),
        headers: { 'if-match': `"${version}"` },
      }),
    onSaved: (saved, isSent) => {
      onSaved(saved);
      showToast(isSent ? `${saved.name} is saved.` : 'You have what they saved.');
    },
    conflicts: {
      load: () => api.get('/datasets/{id}', { path }),
      read: (saved) => ({ values: draftOf(saved), version: saved.version }),
      byEntry: ['columns', 'measures'],
    },
  });
  const { values: draft, problems } = form;
  const connections = useQuery(allConnections).data?.data;
  const isFirst = useQuery(firstTile).data?.meta.total === 0;
  const connection = connections?.find(({ id }) => id === draft.connectionId);
  const props = { dataset, draft, set: form.set, problems, connection };
  return (
    <Screen
      back={{ to: '/datasets', title: 'Datasets' }}
      title={dataset.name}
      intro={<Origin connection={connection} draft={draft} />}
    >
      <TabBar label="Dataset" value={tab}>
        {tabs.map(([key, title, places]) => {
          const wrong = problems.filter((problem) => places.some((place) => problem.path.startsWith(place)));
          return (
            <Link
              key={key}
              class="ui-tab"
              to={`/datasets/${encodeURIComponent(dataset.id)}${key && `/${key}`}`}
              current={tab === key}
              keeps
            >
              {title}
              {wrong.length > 0 && <span class="tab-wrong"> {wrong.length} to mend</span>}
            </Link>
          );
        })}
      </TabBar>
      {form.error && (
        <Notice tone="bad" title="Not saved">
          <p>{form.error}</p>
        </Notice>
      )}
      {isFirst && !form.isDirty && (
        <Notice tone="neutral" title="Next, when you are done here">
          <NextContentStep />
        </Notice>
      )}
      {tab === 'measures' && <MeasuresTab {...props} />}
      {tab === 'rows' && <RowsTab {...props} />}
      {tab === 'source' && <SourceTab {...props} />}
      {tab === 'settings' && <SettingsTab {...props} />}
      {tab === '' && <ColumnsTab {...props} />}
      {form.isDirty && <SaveBar busy={form.busy} onSave={() => void form.submit()} onDiscard={form.reset} />}
      {form.conflict && <ConflictDialog conflict={form.conflict} />}
    </Screen>
  );
}

function Origin({
  connection,
  draft: { source },
}: {
  readonly connection: Connection | undefined;
  readonly draft: DatasetDraft;
}): VNode {
  const what =
    source.kind === 'sql' ? 'SQL' : source.kind === 'file' ? `File ${source.file}` : `Table ${source.table}`;
  return (
    <>
      {what} on {connection?.name ?? '…'}
    </>
  );
}
