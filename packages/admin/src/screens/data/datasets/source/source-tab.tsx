import type { DatasetColumn, DatasetSource } from '@inlay/protocol/dataset';
import type { Inferred } from '@inlay/protocol/dataset-api';
import { refreshColumns } from '@inlay/protocol/refresh-columns';
import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../../../api/api.ts';
import { engineList } from '../../../../api/common-queries.ts';
import { useQuery } from '../../../../api/use-query.ts';
import { useMessages } from '../../../../messages.ts';
import { useTask } from '../../../../parts/form/use-task.ts';
import { Rich } from '../../../../parts/text/rich.tsx';
import type { DatasetTabProps } from '../dataset-tab-props.ts';
import { SampleTable } from '../sample-table.tsx';
import { refreshText } from './refresh-text.ts';
import { SqlSource } from './source-picker.tsx';

export function SourceTab({ form, connection }: DatasetTabProps): VNode {
  const { sourceTab: t, columns: columnMessages } = useMessages('data');
  const [inferred, setInferred] = useState<Inferred>();
  const { busy, error, run } = useTask();
  const { value: source, error: problem } = form.field('source');
  const engines = useQuery(engineList).data?.data;
  const engine = engines?.find(({ name }) => name === connection?.kind);
  const preview = () =>
    run(async () => {
      const { connectionId, columns } = form.values;
      const found = await api.post('/datasets/infer', { body: { connectionId, source } });
      setInferred(found);
      const fresh = refreshColumns(columns, found.columns);
      if (shapeOf(fresh) === shapeOf(columns)) return;
      form.set({ columns: fresh });
      showToast(refreshText(columns, fresh, columnMessages));
    });
  const setSql = (sql: string) => form.set({ source: { kind: 'sql', sql } });
  return (
    <div class="ui-stack">
      {source.kind === 'sql' ? (
        <SqlSource
          connection={connection}
          sql={engine?.sql}
          source={source}
          onChange={(chosen) => form.set({ source: chosen ?? { kind: 'sql', sql: '' } })}
        />
      ) : (
        <p>
          <Rich text={t[source.kind]} parts={{ name: <code>{nameOf(source)}</code> }} />{' '}
          <button
            type="button"
            class="row-button-plain ui-link"
            onClick={() =>
              setSql(`SELECT *\nFROM ${source.kind === 'file' ? `"${source.file}"` : nameOf(source)}`)
            }
          >
            {t.writeSql}
          </button>
        </p>
      )}
      {problem && <p class="ui-field-error">{problem}</p>}
      <div>
        <Button busy={busy} onClick={preview}>
          {t.preview}
        </Button>
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {inferred && (
        <SampleTable
          label={t.firstRows}
          columns={inferred.sample.columns}
          rowCount={inferred.sample.rowCount}
        />
      )}
    </div>
  );
}

const shapeOf = (columns: readonly DatasetColumn[]) =>
  JSON.stringify(columns.map(({ name, type }) => [name, type]));

function nameOf(source: Exclude<DatasetSource, { readonly kind: 'sql' }>): string {
  if (source.kind === 'file') return source.file;
  return source.schema ? `${source.schema}.${source.table}` : source.table;
}
