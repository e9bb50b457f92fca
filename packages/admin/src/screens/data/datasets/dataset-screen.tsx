import type { Connection } from '@inlay/protocol/connection';
import type { DatasetDto } from '@inlay/protocol/dataset-api';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../../api/api.ts';
import { allConnections } from '../../../api/common-queries.ts';
import { changesBetween } from '../../../api/content.ts';
import type { Schemas } from '../../../api/operations.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useSnapshot } from '../../../api/use-snapshot.ts';
import { Link } from '../../../parts/link.tsx';
import { NextContentStep } from '../../../parts/next-content-step.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { Screen } from '../../../parts/screen.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { TabBar } from '../../../parts/tab-bar.tsx';
import { Trouble } from '../../../parts/trouble.tsx';
import { useTask } from '../../../parts/use-task.ts';
import { useUnsaved } from '../../../parts/use-unsaved.ts';
import { ConflictDialog } from '../../content/conflict-dialog.tsx';
import { useSave } from '../../content/use-save.ts';
import { ColumnsTab } from './columns-tab.tsx';
import { contentOf, type DatasetDraft, draftOf, type SetDraft } from './dataset-draft.ts';
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
  const start = draftOf(dataset);
  const [draft, setDraft] = useState(start);
  const task = useTask();
  const { busy, error } = task;
  const connections = useQuery(allConnections).data?.data;
  const isFirst = useQuery(firstTile).data?.meta.total === 0;
  const connection = connections?.find(({ id }) => id === draft.connectionId);
  const dirty = Object.keys(changesBetween(contentOf(start), contentOf(draft))).length > 0;
  useUnsaved(dirty);
  const set: SetDraft = (change) => setDraft((former) => ({ ...former, ...change }));
  const problems = error?.problems ?? [];
  const path = `datasets/${encodeURIComponent(dataset.id)}`;
  const saving = useSave<DatasetDto, Schemas['DatasetChange']>({
    read: () => api.get('/datasets/{id}', { path: { id: dataset.id } }),
    write: (body, headers) => api.patch('/datasets/{id}', { path: { id: dataset.id }, body, headers }),
    contentOf: (shown) => contentOf(draftOf(shown)),
    revisionOf: ({ version }) => version,
    byEntry: ['columns', 'measures'],
    task,
    done: ({ name }) => `${name} is saved.`,
    onSaved,
  });
  const props = { dataset, draft, set, problems, connection };
  return (
    <Screen
      back={{ to: '/datasets', title: 'Datasets' }}
      title={dataset.name}
      intro={<Origin connection={connection} draft={draft} />}
    >
      <TabBar label="Dataset" chosen={tab}>
        {tabs.map(([key, title, places]) => {
          const wrong = problems.filter((problem) => places.some((place) => problem.path.startsWith(place)));
          return (
            <Link key={key} class="tab" to={`/${path}${key && `/${key}`}`} current={tab === key} keeps>
              {title}
              {wrong.length > 0 && <span class="tab-wrong"> {wrong.length} to mend</span>}
            </Link>
          );
        })}
      </TabBar>
      {error && (
        <Notice tone="bad" title="Not saved">
          <p>{error.message}</p>
        </Notice>
      )}
      {isFirst && !dirty && (
        <Notice tone="neutral" title="Next, when you are done here">
          <NextContentStep />
        </Notice>
      )}
      {tab === 'measures' && <MeasuresTab {...props} />}
      {tab === 'rows' && <RowsTab {...props} />}
      {tab === 'source' && <SourceTab {...props} />}
      {tab === 'settings' && <SettingsTab {...props} />}
      {tab === '' && <ColumnsTab {...props} />}
      {dirty && (
        <SaveBar
          busy={busy}
          onSave={() => void saving.save(dataset, contentOf(draft))}
          onUndo={() => setDraft(start)}
        />
      )}
      {saving.conflict && <ConflictDialog conflict={saving.conflict} />}
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
