import type { Connection, Engine } from '@inlay/protocol/connection';
import type { DatasetSource } from '@inlay/protocol/dataset';
import type { Inferred } from '@inlay/protocol/dataset-api';
import { Button } from '@inlay/ui/button';
import { Checkbox } from '@inlay/ui/checkbox';
import { EmptyState } from '@inlay/ui/empty-state';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import { Skeleton } from '@inlay/ui/skeleton';
import { showToast } from '@inlay/ui/toast';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../../api/api.ts';
import { asApiError } from '../../../api/api-error.ts';
import { allConnections, engineList } from '../../../api/common-queries.ts';
import type { Schemas } from '../../../api/operations.ts';
import { useQuery } from '../../../api/use-query.ts';
import { counted } from '../../../parts/counted.ts';
import { Screen } from '../../../parts/screen.tsx';
import { Trouble } from '../../../parts/trouble.tsx';
import { useTask } from '../../../parts/use-task.ts';
import { navigate, query } from '../../../router.ts';
import { AddDataLinks } from '../add-data-links.tsx';
import { type ProposedMeasure, proposeMeasures } from './propose-measures.ts';
import { firstFile } from './queries.ts';
import { SampleTable } from './sample-table.tsx';
import { SourcePicker } from './source-picker.tsx';

/** Offered to tenants with uploads, whose connection does not exist until it is first used. */
const filesOf = ({ name, label }: Engine) => ({ id: 'files', name: label, kind: name }) as Connection;

export function NewDatasetScreen(): VNode {
  const { data, error, reload } = useQuery(allConnections);
  const files = useQuery(firstFile).data?.meta.total;
  const saved = data?.data ?? [];
  const engines = useQuery(engineList);
  const filesEngine = engines.data?.data.find(({ readsFiles }) => readsFiles);
  const hasFiles = !files || saved.some(({ kind }) => kind === filesEngine?.name);
  const withFiles = hasFiles || !filesEngine ? saved : [...saved, filesOf(filesEngine)];
  return (
    <Screen
      back={{ to: '/datasets', title: 'Datasets' }}
      title="Create a dataset"
      intro="Choose what it reads. Columns and types come from there; you name and measure them next."
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {engines.error && <Trouble error={engines.error} onRetry={engines.reload} />}
      {(!data || files === undefined) && !error && <Skeleton lines={4} />}
      {data && files === 0 && withFiles.length === 0 && (
        <EmptyState title="There is no data to read yet">
          <p>Say where it is: its columns are then read for you.</p>
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
  const params = query.value;
  const engineOf = (kind: string | undefined) => engines.find(({ name }) => name === kind);
  const start =
    connections.find(({ id }) => id === params.get('connection')) ??
    connections.find(({ kind }) => params.has('file') === engineOf(kind)?.readsFiles) ??
    connections[0];
  const [connectionId, setConnectionId] = useState(start?.id ?? '');
  const [source, setSource] = useState<DatasetSource | undefined>(sourceOf(params));
  const [inferred, setInferred] = useState<Inferred>();
  const [measures, setMeasures] = useState<readonly ProposedMeasure[]>([]);
  const [name, setName] = useState(suggestedName(source));
  useUnsaved(source?.kind === 'sql' || name !== suggestedName(source));
  const looking = useTask();
  const saving = useTask();
  const made = useRef(false);
  const connection = connections.find(({ id }) => id === connectionId);
  const engine = engineOf(connection?.kind);
  const ensureConnection = async () => {
    if (made.current || isSaved(connectionId) || !connection) return;
    const { id, name: title } = connection;
    const kind = connection.kind as Schemas['NewConnection']['kind'];
    await api.post('/connections', { body: { id, name: title, kind } }).catch((error) => {
      // Somebody else made it a moment ago.
      if (asApiError(error).status !== 409) throw error;
    });
    made.current = true;
  };
  const look = (chosen: DatasetSource) =>
    looking.run(async () => {
      await ensureConnection();
      setInferred(undefined);
      const found = await api.post('/datasets/infer', { body: { connectionId, source: chosen } });
      setInferred(found);
      setMeasures(proposeMeasures(found.columns));
    });
  // A link from a file or table has chosen the source already.
  useEffect(() => {
    if (source) void look(source);
  }, []);
  const choose = (chosen: DatasetSource | undefined, ready: boolean) => {
    setSource(chosen);
    setInferred(undefined);
    if (chosen && chosen.kind !== 'sql') setName(suggestedName(chosen));
    if (chosen && ready) void look(chosen);
  };
  const create = (event: SubmitEvent) => {
    event.preventDefault();
    if (!source) return;
    void saving.run(async () => {
      await ensureConnection();
      const chosen = measures.filter(({ likely }) => likely).map(({ measure }) => measure);
      const body = { name, connectionId, source, ...(chosen.length > 0 && { measures: chosen }) };
      const made = await api.post('/datasets', { body });
      showToast(`${made.name} is created. Now say who sees which rows.`);
      navigate(`/datasets/${encodeURIComponent(made.id)}/rows`, { unasked: true });
    });
  };
  return (
    <form class="stack" onSubmit={create}>
      <section class="ui-card" aria-label="Source">
        <Field label="Connection">
          <select
            class="ui-input ui-select"
            value={connectionId}
            onChange={(event) => {
              setConnectionId(event.currentTarget.value);
              choose(undefined, false);
            }}
          >
            {connections.map(({ id, name: title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </Field>
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
        {looking.error && <Notice tone="bad">{looking.error.message}</Notice>}
        <div class="row">
          <Button busy={looking.busy} disabled={!source} onClick={() => source && void look(source)}>
            {inferred ? 'Look again' : 'Look at the rows'}
          </Button>
        </div>
      </section>
      {looking.busy && <Skeleton lines={3} />}
      {inferred && (
        <section class="ui-card" aria-label="First rows">
          <div class="ui-card-head">
            <div>
              <h2>First rows</h2>
              <p class="muted figures">
                {counted(inferred.columns.length, 'column')}; {counted(inferred.sample.rowCount, 'row')}{' '}
                shown, as in the source.
              </p>
            </div>
          </div>
          <SampleTable
            label="First rows of the source"
            columns={inferred.sample.columns}
            rowCount={inferred.sample.rowCount}
          />
          <Field label="Name of the dataset" hint="What people who build tiles see.">
            <input
              class="ui-input"
              required
              maxLength={256}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </Field>
          <fieldset class="ui-checkboxes">
            <legend class="ui-field-label">Measures to begin with</legend>
            {measures.map(({ measure, likely }, at) => (
              <Checkbox
                key={measure.name}
                label={measure.name}
                checked={likely}
                onChange={(checked) => setMeasures(measures.with(at, { measure, likely: checked }))}
              />
            ))}
            <p class="ui-field-hint">What tiles show for each region, month or product. More can follow.</p>
          </fieldset>
          {saving.error && <Notice tone="bad">{saving.error.message}</Notice>}
          <div class="row end">
            <Button variant="primary" type="submit" busy={saving.busy}>
              Create the dataset
            </Button>
          </div>
        </section>
      )}
    </form>
  );
}

function sourceOf(params: URLSearchParams): DatasetSource | undefined {
  const [file, table, schema] = ['file', 'table', 'schema'].map((name) => params.get(name));
  if (file) return { kind: 'file', file };
  return table ? { kind: 'table', table, ...(schema ? { schema } : {}) } : undefined;
}

/** `order_lines` becomes `Order lines`. */
function suggestedName(source: DatasetSource | undefined): string {
  if (!source || source.kind === 'sql') return '';
  const words = (source.kind === 'file' ? source.file : source.table).replaceAll(/[_\s]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
