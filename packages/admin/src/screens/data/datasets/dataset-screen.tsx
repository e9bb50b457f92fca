import { DatasetDraftSchema } from '@inlay/protocol/dataset';
import type { DatasetDto } from '@inlay/protocol/dataset-api';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { SaveBar } from '@inlay/ui/layout/save-bar';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { TabBar } from '@inlay/ui/layout/tab-bar';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../../api/api.ts';
import { allConnections } from '../../../api/common-queries.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useSnapshot } from '../../../api/use-snapshot.ts';
import { useMessages } from '../../../messages.ts';
import { ConflictDialog } from '../../../parts/conflict/lazy-conflict-dialog.ts';
import { adoptStyles } from '../../../parts/page/adopt-styles.ts';
import { Screen } from '../../../parts/page/screen.tsx';
import { Trouble } from '../../../parts/page/trouble.tsx';
import { Link } from '../../../parts/text/link.tsx';
import { sourceText } from '../../../parts/text/source-text.ts';
import { ColumnsTab } from './columns/columns-tab.tsx';
import { changeOf, draftOf } from './dataset-draft.ts';
import css from './datasets.css?inline';
import { MeasuresTab } from './measures/measures-tab.tsx';
import { datasetQuery } from './queries.ts';
import { RelationshipsTab } from './relationships/relationships-tab.tsx';
import { RowsTab } from './rows/rows-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { SourceTab } from './source/source-tab.tsx';
import { ViewersNotice } from './viewers-notice.tsx';

adoptStyles(css);

/** The tabs by their key in the address, and the fields that each of them edits. */
const tabs = [
  { key: '', title: 'columns', fields: ['columns'] },
  { key: 'measures', title: 'measures', fields: ['measures'] },
  { key: 'relationships', title: 'relationships', fields: ['relationships'] },
  { key: 'rows', title: 'rows', fields: ['rowRules', 'groupRules', 'segmented'] },
  { key: 'source', title: 'source', fields: ['source', 'connectionId'] },
  { key: 'settings', title: 'settings', fields: ['cacheSeconds', 'workspaceId', 'name'] },
] as const;

export function DatasetScreen({ id, tab }: { readonly id: string; readonly tab?: string }): VNode {
  const { key } = tabs.find((each) => each.key === tab) ?? tabs[0];
  return <LoadedDataset key={id} id={id} tab={key} />;
}

function LoadedDataset({ id, tab }: { readonly id: string; readonly tab: string }): VNode {
  const t = useMessages('data').datasets;
  const { data: dataset, error, reload, replace } = useSnapshot(datasetQuery(id));
  if (dataset) return <DatasetEditor dataset={dataset} tab={tab} onSaved={replace} />;
  return (
    <Screen back={{ to: '/datasets', title: t.title }} title={t.dataset}>
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
  const { dataset: t, datasets: common } = useMessages('data');
  const path = { id: dataset.id };
  const form = useForm({
    schema: DatasetDraftSchema,
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
      showToast(isSent ? t.saved(saved) : t.tookTheirs);
    },
    conflicts: {
      load: () => api.get('/datasets/{id}', { path }),
      read: (saved: DatasetDto) => ({ values: draftOf(saved), version: saved.version }),
      byEntry: ['columns', 'measures', 'relationships'],
    },
  });
  const connections = useQuery(allConnections).data?.data;
  const connection = connections?.find(({ id }) => id === form.values.connectionId);
  const props = { dataset, form, connection };
  return (
    <Screen
      back={{ to: '/datasets', title: common.title }}
      title={dataset.name}
      writes="data:write"
      intro={t.origin({
        source: sourceText(form.values.source, common),
        connection: connection?.name ?? '…',
      })}
    >
      <TabBar label={common.dataset} value={tab}>
        {tabs.map(({ key, title, fields }) => {
          const count = form.problems.filter(({ path: at }) =>
            fields.some((field) => at.startsWith(`/${field}`)),
          ).length;
          return (
            <Link
              key={key}
              class="ui-tab"
              to={`/datasets/${encodeURIComponent(dataset.id)}${key && `/${key}`}`}
              current={tab === key}
              keeps
            >
              {t[title]}
              {count > 0 && <span class="tab-errors"> {t.errors({ count })}</span>}
            </Link>
          );
        })}
      </TabBar>
      {form.error && (
        <Notice tone="bad" title={t.notSaved}>
          <p>{form.error}</p>
        </Notice>
      )}
      <ViewersNotice dataset={dataset} form={form} isOnRows={tab === 'rows'} />
      {tab === 'measures' && <MeasuresTab {...props} />}
      {tab === 'relationships' && <RelationshipsTab {...props} />}
      {tab === 'rows' && <RowsTab {...props} />}
      {tab === 'source' && <SourceTab {...props} />}
      {tab === 'settings' && <SettingsTab {...props} />}
      {tab === '' && <ColumnsTab {...props} />}
      {form.isDirty && <SaveBar busy={form.busy} onSave={() => void form.submit()} onDiscard={form.reset} />}
      {form.conflict && <ConflictDialog conflict={form.conflict} />}
    </Screen>
  );
}
