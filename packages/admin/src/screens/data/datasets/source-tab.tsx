import type { EngineList } from '@inlay/protocol/connection';
import type { Inferred } from '@inlay/protocol/dataset-api';
import { Button } from '@inlay/ui/button';
import { Notice } from '@inlay/ui/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../../api/ask.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { useTask } from '../../../parts/use-task.ts';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { SampleTable } from './sample-table.tsx';
import { SqlSource } from './source-picker.tsx';

export function SourceTab({ draft, set, problems, connection }: DatasetTabProps): VNode {
  const [seen, setSeen] = useState<Inferred>();
  const { busy, error, run } = useTask();
  const { source } = draft;
  const engines = useAnswer<EngineList>('engines').data?.data;
  const engine = engines?.find(({ name }) => name === connection?.kind);
  const problem = problems.find(({ path }) => path.startsWith('/source'))?.problem;
  const look = () =>
    run(async () => {
      const { connectionId } = draft;
      setSeen(await ask<Inferred>('POST', 'datasets/infer', { connectionId, source }));
    });
  return (
    <div class="stack">
      {source.kind === 'sql' ? (
        <SqlSource
          connection={connection}
          sql={engine?.sql}
          source={source}
          onChange={(chosen) => set({ source: chosen ?? { kind: 'sql', sql: '' } })}
        />
      ) : (
        <p>
          It reads the {source.kind} <code>{source.kind === 'file' ? source.file : source.table}</code>
          {source.kind === 'table' && source.schema && (
            <>
              {' '}
              of <code>{source.schema}</code>
            </>
          )}
          .{' '}
          {source.kind === 'table' && (
            <button
              type="button"
              class="row-button-plain link"
              onClick={() => set({ source: { kind: 'sql', sql: `SELECT *\nFROM ${nameOf(source)}` } })}
            >
              Write SQL instead
            </button>
          )}
          {source.kind === 'file' && (
            <button
              type="button"
              class="row-button-plain link"
              onClick={() => set({ source: { kind: 'sql', sql: `SELECT *\nFROM "${source.file}"` } })}
            >
              Write SQL instead
            </button>
          )}
        </p>
      )}
      {problem && <p class="ui-field-error">{problem}</p>}
      <div>
        <Button busy={busy} onClick={look}>
          Look at the first rows
        </Button>
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {seen && (
        <SampleTable label="First rows" columns={seen.sample.columns} rowCount={seen.sample.rowCount} />
      )}
    </div>
  );
}

function nameOf({ schema, table }: { readonly schema?: string; readonly table: string }): string {
  return schema ? `${schema}.${table}` : table;
}
