import type { Connection, Engine, Table } from '@inlay/protocol/connection';
import type { DataFile } from '@inlay/protocol/data-file';
import type { DatasetSource } from '@inlay/protocol/dataset';
import type { Page } from '@inlay/protocol/pagination';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import { Skeleton } from '@inlay/ui/skeleton';
import { Tabs } from '@inlay/ui/tabs';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from '../../../api/use-answer.ts';
import { Link } from '../../../parts/link.tsx';
import { SqlBox } from '../../../parts/sql-box.tsx';

interface SourcePickerProps {
  readonly connection: Connection;
  readonly engine: Engine;
  /** The connection for files may not exist yet: then files are listed instead of tables. */
  readonly isSaved: boolean;
  readonly source: DatasetSource | undefined;
  /** `ready` where nothing more is to be typed. */
  readonly onChange: (source: DatasetSource | undefined, ready: boolean) => void;
}

export function SourcePicker({ connection, engine, isSaved, source, onChange }: SourcePickerProps): VNode {
  const [way, setWay] = useState<'pick' | 'sql'>(source?.kind === 'sql' ? 'sql' : 'pick');
  const offersFiles = engine.readsFiles;
  const tabs = [
    { key: 'pick', title: offersFiles ? 'A file' : 'A table' },
    { key: 'sql', title: 'SQL' },
  ] as const;
  return (
    <>
      <Tabs
        label="Kind of source"
        tabs={tabs}
        value={way}
        onChange={(key) => {
          setWay(key);
          onChange(undefined, false);
        }}
      />
      {way === 'pick' && offersFiles && <PickFile source={source} onChange={onChange} />}
      {way === 'pick' && !offersFiles && (
        <PickTable connection={connection} source={source} onChange={onChange} />
      )}
      {way === 'sql' && (
        <SqlSource
          connection={isSaved ? connection : undefined}
          sql={engine.sql}
          source={source}
          onChange={onChange}
        />
      )}
    </>
  );
}

type PickProps = Pick<SourcePickerProps, 'source' | 'onChange'>;

function PickFile({ source, onChange }: PickProps): VNode {
  const { data } = useAnswer<Page<DataFile>>('files?limit=200');
  const tables = data?.data.filter(({ complete }) => complete) ?? [];
  if (!data) return <Skeleton lines={1} />;
  if (tables.length === 0)
    return (
      <p class="muted">
        No file is uploaded yet. <Link to="/files">Upload one</Link>.
      </p>
    );
  const chosen = source?.kind === 'file' ? source.file : '';
  return (
    <Field label="File">
      <select
        class="ui-input ui-select"
        value={chosen}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === '' ? undefined : { kind: 'file', file: value }, true)
        }
      >
        <option value="">Choose a file</option>
        {tables.map(({ name, table }) => (
          <option key={name} value={table}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}

function PickTable({ connection, source, onChange }: PickProps & { readonly connection: Connection }): VNode {
  const { data, error } = useAnswer<{ data: readonly Table[] }>(
    `connections/${encodeURIComponent(connection.id)}/tables`,
  );
  if (error)
    return (
      <Notice tone="bad" title="The tables cannot be listed">
        <p>{error.message}</p>
        <Link to={`/connections/${encodeURIComponent(connection.id)}`}>Test the connection</Link>
      </Notice>
    );
  if (!data) return <Skeleton lines={1} />;
  const schemas = [...new Set(data.data.map(({ schema }) => schema))];
  const key = (schema: string, table: string) => JSON.stringify([schema, table]);
  const chosen = source?.kind === 'table' ? key(source.schema ?? '', source.table) : '';
  return (
    <Field label="Table or view">
      <select
        class="ui-input ui-select"
        value={chosen}
        onChange={({ currentTarget: { value } }) => {
          if (value === '') return onChange(undefined, false);
          const [schema, table] = JSON.parse(value) as [string, string];
          return onChange({ kind: 'table', schema, table }, true);
        }}
      >
        <option value="">Choose a table</option>
        {schemas.map((schema) => (
          <optgroup key={schema} label={schema}>
            {data.data
              .filter((table) => table.schema === schema)
              .map(({ name }) => (
                <option key={name} value={key(schema, name)}>
                  {name}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </Field>
  );
}

interface SqlSourceProps extends PickProps {
  readonly connection: Connection | undefined;
  readonly sql: Engine['sql'] | undefined;
}

export function SqlSource({ connection, sql, source, onChange }: SqlSourceProps): VNode {
  const [tables, setTables] = useState<readonly Table[]>([]);
  return (
    <div class="stack-tight">
      {connection && <KnownTables id={connection.id} onKnown={setTables} />}
      <SqlBox
        label="SQL of the dataset"
        value={source?.kind === 'sql' ? source.sql : ''}
        sql={sql}
        tables={tables}
        onChange={(text) => onChange(text.trim() === '' ? undefined : { kind: 'sql', sql: text }, false)}
      />
      <p class="small muted">
        One SELECT. <code>{'{{ attributes.region }}'}</code> becomes what your server signed about the viewer,
        always as a bound value, never as text in the statement; <code>as integer</code> says that it is not
        text. A viewer who lacks it sees nothing. Ctrl-Space completes tables, columns and values.
      </p>
    </div>
  );
}

/** Completion is a help: where the tables cannot be listed, SQL is written without it. */
function KnownTables({
  id,
  onKnown,
}: {
  readonly id: string;
  readonly onKnown: (tables: readonly Table[]) => void;
}): null {
  const { data } = useAnswer<{ data: readonly Table[] }>(`connections/${encodeURIComponent(id)}/tables`);
  useEffect(() => {
    if (data) onKnown(data.data);
  }, [data, onKnown]);
  return null;
}
