import type { Engine, Table } from '@inlay/protocol/connection';
import { MAX_NEW_DATASETS } from '@inlay/protocol/max-new-datasets';
import { Button } from '@inlay/ui/controls/button';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { TextField } from '@inlay/ui/controls/text-field';
import { Card } from '@inlay/ui/layout/card';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { adoptStyles } from '../../parts/page/adopt-styles.ts';
import { Link } from '../../parts/text/link.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import { tablesOf } from './queries.ts';
import { startWithFiles, startWithTables } from './start/start-link.ts';
import css from './table-tree.css?inline';

adoptStyles(css);

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
    <Card
      title={t.title}
      text={t.hint}
      action={!open && <Button onClick={() => setOpen(true)}>{t.list}</Button>}
    >
      {open && <Tables id={id} engine={engine} />}
    </Card>
  );
}

function Tables({ id, engine: { readsFiles } }: TableTreeProps): VNode {
  const {
    tables: t,
    connections: { uploadFile },
  } = useMessages('data');
  const { data, error, reload } = useQuery(tablesOf(id));
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
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
              <TableRow
                key={table.name}
                table={table}
                to={datasetLink(id, readsFiles, table)}
                chosen={chosen.includes(keyOf(table))}
                full={chosen.length >= MAX_NEW_DATASETS}
                onChoose={(isChosen) => {
                  const others = chosen.filter((each) => each !== keyOf(table));
                  setChosen(isChosen ? [...others, keyOf(table)] : others);
                }}
              />
            ))}
        </details>
      ))}
      {chosen.length > 0 && (
        <div class="ui-card-head" style={CHOSEN}>
          <span class="ui-figures" role="status">
            {t.chosen({ count: chosen.length })}
            {chosen.length >= MAX_NEW_DATASETS && ` ${t.atMost}`}
          </span>
          <Link
            class="ui-button ui-button-primary"
            to={startLink(
              id,
              readsFiles,
              data.data.filter((table) => chosen.includes(keyOf(table))),
            )}
          >
            {t.propose}
          </Link>
        </div>
      )}
    </div>
  );
}

interface TableRowProps {
  readonly table: Table;
  /** Where a dataset of the table alone is created. */
  readonly to: string;
  readonly chosen: boolean;
  /** No further table can be chosen. */
  readonly full: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function TableRow({ table, to, chosen, full, onChoose }: TableRowProps): VNode {
  const t = useMessages('data').tables;
  return (
    <div class="tree-row">
      <Checkbox
        label={<span class="ui-visually-hidden">{t.choose({ table: table.name })}</span>}
        checked={chosen}
        disabled={full && !chosen}
        onChange={onChoose}
      />
      <details class="tree tree-table">
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
      </details>
      <Link to={to} label={t.createDataset({ table: table.name })}>
        {t.create}
      </Link>
    </div>
  );
}

/** Stays in view while a long list is scrolled. */
const CHOSEN = {
  position: 'sticky',
  bottom: '0',
  padding: '12px 0',
  background: 'var(--inlay-surface)',
} as const;

const keyOf = ({ schema, name }: Table): string => JSON.stringify([schema, name]);

const startLink = (connection: string, isFile: boolean, tables: readonly Table[]): string =>
  isFile ? startWithFiles(tables.map(({ name }) => name)) : startWithTables(connection, tables);

function datasetLink(connection: string, isFile: boolean, { schema, name }: Table): string {
  const params = isFile ? { connection, file: name } : { connection, schema, table: name };
  return `/datasets/new?${new URLSearchParams(params)}`;
}
