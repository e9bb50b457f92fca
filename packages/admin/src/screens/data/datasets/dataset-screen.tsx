import type { Connection } from '@inlay/protocol/connection';
import type { DatasetDto } from '@inlay/protocol/dataset-api';
import type { Page } from '@inlay/protocol/pagination';
import { Notice } from '@inlay/ui/notice';
import { SaveBar } from '@inlay/ui/save-bar';
import { Skeleton } from '@inlay/ui/skeleton';
import { TabBar } from '@inlay/ui/tab-bar';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { changesBetween } from '../../../api/content.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { Link } from '../../../parts/link.tsx';
import { NextContentStep } from '../../../parts/next-content-step.tsx';
import { Screen } from '../../../parts/screen.tsx';
import { Trouble } from '../../../parts/trouble.tsx';
import { useTask } from '../../../parts/use-task.ts';
import { ConflictDialog } from '../../content/conflict-dialog.tsx';
import { useSave } from '../../content/use-save.ts';
import { ColumnsTab } from './columns-tab.tsx';
import { contentOf, type DatasetDraft, draftOf, type SetDraft } from './dataset-draft.ts';
import { MeasuresTab } from './measures-tab.tsx';
import { NewDatasetScreen } from './new-dataset-screen.tsx';
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

/** `id` is the dataset's, and behind a slash the part of it that is shown. */
export function DatasetScreen({ id }: { readonly id: string }): VNode {
  const [datasetId = '', part = ''] = id.split('/');
  // An address that names no part of a dataset shows its first.
  const [tab] = tabs.find(([key]) => key === part) ?? tabs[0];
  if (datasetId === 'new') return <NewDatasetScreen />;
  return <LoadedDataset key={datasetId} id={datasetId} tab={tab} />;
}

function LoadedDataset({ id, tab }: { readonly id: string; readonly tab: string }): VNode {
  const {
    data: dataset,
    error,
    reload,
    replace,
  } = useAnswer<DatasetDto>(`datasets/${encodeURIComponent(id)}`);
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
  const connections = useAnswer<Page<Connection>>('connections?limit=200').data?.data;
  const isFirst = useAnswer<Page<unknown>>('tiles?limit=1').data?.meta.total === 0;
  const connection = connections?.find(({ id }) => id === draft.connectionId);
  const dirty = Object.keys(changesBetween(contentOf(start), contentOf(draft))).length > 0;
  useUnsaved(dirty);
  const set: SetDraft = (change) => setDraft((former) => ({ ...former, ...change }));
  const problems = error?.problems ?? [];
  const path = `datasets/${encodeURIComponent(dataset.id)}`;
  const saving = useSave<DatasetDto>({
    path,
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
      <TabBar label="Dataset" value={tab}>
        {tabs.map(([key, title, places]) => {
          const wrong = problems.filter((problem) => places.some((place) => problem.path.startsWith(place)));
          return (
            <Link key={key} class="ui-tab" to={`/${path}${key && `/${key}`}`} current={tab === key} keeps>
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
          onDiscard={() => setDraft(start)}
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
