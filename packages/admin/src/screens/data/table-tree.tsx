import type { Engine, Table } from '@inlay/protocol/connection';
import { Button } from '@inlay/ui/button';
import { Notice } from '@inlay/ui/notice';
import { Skeleton } from '@inlay/ui/skeleton';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/use-answer.ts';
import { counted } from '../../parts/counted.ts';
import { Link } from '../../parts/link.tsx';

interface TableTreeProps {
  /** Of the connection. */
  readonly id: string;
  readonly engine: Engine;
}

/** Schemas, tables and columns, loaded when the section is opened. */
export function TableTree({ id, engine }: TableTreeProps): VNode {
  const [open, setOpen] = useState(engine.readsFiles);
  return (
    <section class="ui-card" aria-label="Tables">
      <div class="ui-card-head">
        <div>
          <h2>Tables</h2>
          <p class="muted">What this connection can see.</p>
        </div>
        {!open && <Button onClick={() => setOpen(true)}>List the tables</Button>}
      </div>
      {open && <Tables id={id} engine={engine} />}
    </section>
  );
}

function Tables({ id, engine: { readsFiles } }: TableTreeProps): VNode {
  const { data, error, reload } = useAnswer<{ data: readonly Table[] }>(
    `connections/${encodeURIComponent(id)}/tables`,
  );
  const [text, setText] = useState('');
  if (error)
    return (
      <Notice tone="bad" title="The tables cannot be listed">
        <p>{error.message}</p>
        <Button onClick={reload}>Try again</Button>
      </Notice>
    );
  if (!data) return <Skeleton lines={3} />;
  const found = data.data.filter(({ schema, name }) =>
    `${schema}.${name}`.toLowerCase().includes(text.toLowerCase()),
  );
  const schemas = [...new Set(found.map(({ schema }) => schema))];
  return (
    <div class="stack-tight">
      {data.data.length > 8 && (
        <input
          class="ui-input"
          type="search"
          aria-label="Find a table"
          placeholder="Find a table"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      )}
      {data.data.length === 0 && (
        <p class="muted">
          {readsFiles ? (
            <>
              No file yet. <Link to="/files">Upload one</Link>.
            </>
          ) : (
            'The account sees no table. Grant it SELECT on what it should read.'
          )}
        </p>
      )}
      {schemas.map((schema) => (
        <details key={schema} class="tree" open={schemas.length === 1}>
          <summary>{schema}</summary>
          {found
            .filter((table) => table.schema === schema)
            .slice(0, 200)
            .map((table) => (
              <details key={table.name} class="tree tree-table">
                <summary>
                  {table.name} <span class="muted">{counted(table.columns.length, 'column')}</span>
                </summary>
                <ul class="tree-columns">
                  {table.columns.map((column) => (
                    <li key={column.name}>
                      <span class="ui-mono">{column.name}</span> <span class="muted">{column.type}</span>
                    </li>
                  ))}
                </ul>
                <Link to={datasetLink(id, readsFiles, table)}>Create a dataset from it</Link>
              </details>
            ))}
        </details>
      ))}
    </div>
  );
}

function datasetLink(connection: string, isFile: boolean, { schema, name }: Table): string {
  const params = isFile ? { connection, file: name } : { connection, schema, table: name };
  return `/datasets/new?${new URLSearchParams(params)}`;
}
