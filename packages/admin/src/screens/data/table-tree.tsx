import type { Engine, Table } from '@inlay/protocol/connection';
import { Button } from '@inlay/ui/button';
import { Notice } from '@inlay/ui/notice';
import { Skeleton } from '@inlay/ui/skeleton';
import { TextField } from '@inlay/ui/text-field';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { Link } from '../../parts/link.tsx';
import { Rich } from '../../parts/rich.tsx';
import { tablesOf } from './queries.ts';

interface TableTreeProps {
  /** Of the connection. */
  readonly id: string;
  readonly engine: Engine;
}

/** Schemas, tables and columns, loaded when the section is opened. */
export function TableTree({ id, engine }: TableTreeProps): VNode {
  const t = useMessages('data').tables;
  const [open, setOpen] = useState(engine.readsFiles);
  return (
    <section class="ui-card" aria-label={t.title}>
      <div class="ui-card-head">
        <div>
          <h2>{t.title}</h2>
          <p class="ui-muted">{t.hint}</p>
        </div>
        {!open && <Button onClick={() => setOpen(true)}>{t.list}</Button>}
      </div>
      {open && <Tables id={id} engine={engine} />}
    </section>
  );
}

function Tables({ id, engine: { readsFiles } }: TableTreeProps): VNode {
  const {
    tables: t,
    connections: { uploadFile },
  } = useMessages('data');
  const { data, error, reload } = useQuery(tablesOf(id));
  const [text, setText] = useState('');
  if (error)
    return (
      <Notice tone="bad" title={t.failed}>
        <p>{error.message}</p>
        <Button onClick={reload}>{t.retry}</Button>
      </Notice>
    );
  if (!data) return <Skeleton lines={3} />;
  const found = data.data.filter(({ schema, name }) =>
    `${schema}.${name}`.toLowerCase().includes(text.toLowerCase()),
  );
  const schemas = [...new Set(found.map(({ schema }) => schema))];
  return (
    <div class="ui-stack-tight">
      {data.data.length > 8 && (
        <TextField
          label={t.find}
          hideLabel
          type="search"
          placeholder={t.find}
          value={text}
          onChange={setText}
        />
      )}
      {data.data.length === 0 && (
        <p class="ui-muted">
          {readsFiles ? (
            <Rich text={t.noFiles} parts={{ link: <Link to="/files">{uploadFile}</Link> }} />
          ) : (
            t.none
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
                  {table.name} <span class="ui-muted">{t.columns({ count: table.columns.length })}</span>
                </summary>
                <ul class="tree-columns">
                  {table.columns.map((column) => (
                    <li key={column.name}>
                      <span class="ui-mono">{column.name}</span> <span class="ui-muted">{column.type}</span>
                    </li>
                  ))}
                </ul>
                <Link to={datasetLink(id, readsFiles, table)}>{t.createDataset({ table: table.name })}</Link>
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
