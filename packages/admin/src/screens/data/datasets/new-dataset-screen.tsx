import type { Connection, Engine } from '@inlay/protocol/connection';
import { type DatasetSource, type Measure, NewDatasetDraftSchema } from '@inlay/protocol/dataset';
import type { Inferred } from '@inlay/protocol/dataset-api';
import { Button } from '@inlay/ui/controls/button';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../../api/api.ts';
import { allConnections, engineList } from '../../../api/common-queries.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { IdField, withId } from '../../../parts/form/id-field.tsx';
import { useTask } from '../../../parts/form/use-task.ts';
import { AddDataLinks } from '../../../parts/page/add-data-links.tsx';
import { Screen } from '../../../parts/page/screen.tsx';
import { Trouble } from '../../../parts/page/trouble.tsx';
import { navigate, query } from '../../../router.ts';
import { createFilesConnection } from '../create-files-connection.ts';
import { nameSource } from '../start/name-source.ts';
import { proposeMeasures } from './measures/propose-measures.ts';
import { firstFile } from './queries.ts';
import { SampleTable } from './sample-table.tsx';
import { SourcePicker } from './source/source-picker.tsx';

/** The connection for uploaded files, which is created when it is first used. */
const filesOf = ({ name, label }: Engine) => ({ id: 'files', name: label, kind: name }) as Connection;

export function NewDatasetScreen(): VNode {
  const { newDataset: t, datasets } = useMessages('data');
  const { data, error, reload } = useQuery(allConnections);
  const files = useQuery(firstFile).data?.meta.total;
  const saved = data?.data ?? [];
  const engines = useQuery(engineList);
  const filesEngine = engines.data?.data.find(({ readsFiles }) => readsFiles);
  const hasFiles = !files || saved.some(({ kind }) => kind === filesEngine?.name);
  const withFiles = hasFiles || !filesEngine ? saved : [...saved, filesOf(filesEngine)];
  return (
    <Screen back={{ to: '/datasets', title: datasets.title }} title={t.title} intro={t.intro}>
      {error && <Trouble error={error} onRetry={reload} />}
      {engines.error && <Trouble error={engines.error} onRetry={engines.reload} />}
      {(!data || files === undefined) && !error && <Skeleton lines={4} />}
      {data && files === 0 && withFiles.length === 0 && (
        <EmptyState title={t.noData}>
          <p>{t.noDataHint}</p>
          <AddDataLinks />
        </EmptyState>
      )}
      {data && engines.data && files !== undefined && withFiles.length > 0 && (
        <Wizard
          connections={withFiles}
          engines={engines.data.data}
          isSaved={(id) => saved.some((each) => each.id === id)}
        />
      )}
    </Screen>
  );
}

interface WizardProps {
  readonly connections: readonly Connection[];
  readonly engines: readonly Engine[];
  readonly isSaved: (id: string) => boolean;
}

function Wizard({ connections, engines, isSaved }: WizardProps): VNode {
  const { newDataset: t, measures: measureMessages } = useMessages('data');
  const { parts } = useMessages('admin');
  const params = query.value;
  const engineOf = (kind: string | undefined) => engines.find(({ name }) => name === kind);
  const start =
    connections.find(({ id }) => id === params.get('connection')) ??
    connections.find(({ kind }) => params.has('file') === engineOf(kind)?.readsFiles) ??
    connections[0];
  const linked = sourceOf(params);
  const [inferred, setInferred] = useState<Inferred>();
  const [measures, setMeasures] = useState<readonly Measure[]>([]);
  const [declined, setDeclined] = useState<readonly string[]>([]);
  const form = useForm({
    schema: NewDatasetDraftSchema,
    initial: {
      name: nameSource(linked),
      connectionId: start?.id ?? '',
      ...(linked && { source: linked }),
    },
    save: async ({ source, ...dataset }) => {
      if (!source) throw new Error(t.sourceRequired);
      await ensureConnection();
      const chosen = measures.filter(({ name }) => !declined.includes(name));
      const body = {
        ...withId(dataset, dataset.name),
        source,
        ...(chosen.length > 0 && { measures: chosen }),
      };
      return api.post('/datasets', { body });
    },
    onSaved: ({ id, name }) => {
      showToast(t.created({ name }));
      navigate(`/datasets/${encodeURIComponent(id)}/rows`, { unasked: true });
    },
  });
  const { connectionId } = form.values;
  const { value: source, onChange: setSource, error } = form.field('source', { label: t.source });
  const preview = useTask();
  const created = useRef(false);
  const connection = connections.find(({ id }) => id === connectionId);
  const engine = engineOf(connection?.kind);
  const ensureConnection = async (): Promise<void> => {
    if (created.current || isSaved(connectionId) || !connection) return;
    await createFilesConnection(connection);
    created.current = true;
  };
  const infer = (chosen: DatasetSource) =>
    preview.run(async () => {
      await ensureConnection();
      setInferred(undefined);
      const found = await api.post('/datasets/infer', { body: { connectionId, source: chosen } });
      setInferred(found);
      setMeasures(proposeMeasures(withValues(found), measureMessages));
      setDeclined([]);
    });
  // A link from a file or table has chosen the source already.
  useEffect(() => {
    if (source) void infer(source);
  }, []);
  const choose = (chosen: DatasetSource | undefined, ready: boolean) => {
    setSource(chosen);
    if (chosen && chosen.kind !== 'sql') form.set({ name: nameSource(chosen) });
    setInferred(undefined);
    if (chosen && ready) void infer(chosen);
  };
  return (
    <form class="ui-stack" {...form.props}>
      <section class="ui-card" aria-label={t.source}>
        <Select
          {...form.field('connectionId', { label: t.connection })}
          options={connections.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => {
            choose(undefined, false);
            form.set({ connectionId: id });
          }}
        />
        {connection && engine && (
          <SourcePicker
            key={connection.id}
            connection={connection}
            engine={engine}
            isSaved={isSaved(connection.id)}
            source={source}
            onChange={choose}
          />
        )}
        {error && <p class="ui-field-error">{error}</p>}
        {preview.error && <Notice tone="bad">{preview.error.message}</Notice>}
        <div class="ui-row">
          <Button busy={preview.busy} disabled={!source} onClick={() => source && void infer(source)}>
            {inferred ? t.reload : t.preview}
          </Button>
        </div>
      </section>
      {preview.busy && <Skeleton lines={3} />}
      {inferred && (
        <section class="ui-card" aria-label={t.firstRows}>
          <FirstRows inferred={inferred} />
          <TextField {...form.field('name', { label: t.name })} hint={t.nameHint} />
          <IdField {...form.field('id', { label: parts.identifier })} from={form.values.name} />
          <MeasureChoices measures={measures} declined={declined} onChange={setDeclined} />
          {form.error && <Notice tone="bad">{form.error}</Notice>}
          <div class="ui-row ui-end">
            <Button variant="primary" type="submit" busy={form.busy}>
              {t.create}
            </Button>
          </div>
        </section>
      )}
    </form>
  );
}

function FirstRows({ inferred: { columns, sample } }: { readonly inferred: Inferred }): VNode {
  const t = useMessages('data').newDataset;
  return (
    <>
      <div>
        <h2>{t.firstRows}</h2>
        <p class="ui-muted ui-figures">
          {t.summary({
            columns: t.columns({ count: columns.length }),
            rows: t.rows({ count: sample.rowCount }),
          })}
        </p>
      </div>
      <SampleTable label={t.sample} columns={sample.columns} rowCount={sample.rowCount} />
    </>
  );
}

interface MeasureChoicesProps {
  readonly measures: readonly Measure[];
  readonly declined: readonly string[];
  readonly onChange: (declined: readonly string[]) => void;
}

function MeasureChoices({ measures, declined, onChange }: MeasureChoicesProps): VNode {
  const t = useMessages('data').newDataset;
  return (
    <fieldset class="ui-checkboxes">
      <legend class="ui-field-label">{t.measures}</legend>
      {measures.map(({ name, label = name }) => (
        <Checkbox
          key={name}
          label={label}
          checked={!declined.includes(name)}
          onChange={(isChosen) => {
            const others = declined.filter((each) => each !== name);
            onChange(isChosen ? others : [...others, name]);
          }}
        />
      ))}
      <p class="ui-field-hint">{t.measuresHint}</p>
    </fieldset>
  );
}

function sourceOf(params: URLSearchParams): DatasetSource | undefined {
  const [file, table, schema] = ['file', 'table', 'schema'].map((name) => params.get(name));
  if (file) return { kind: 'file', file };
  return table ? { kind: 'table', table, ...(schema ? { schema } : {}) } : undefined;
}

const withValues = ({ columns, sample }: Inferred) =>
  columns.map((column) => ({
    ...column,
    values: sample.columns.find(({ name }) => name === column.name)?.values ?? [],
  }));
