import type { Connection, Engine, Table } from '@inlay/protocol/connection';
import type { DatasetSource } from '@inlay/protocol/dataset';
import { Combobox } from '@inlay/ui/controls/combobox';
import { Notice } from '@inlay/ui/layout/notice';
import { Tabs } from '@inlay/ui/layout/tabs';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { allFiles } from '../../../../api/common-queries.ts';
import { itemsOf } from '../../../../api/items-of.ts';
import { useQuery } from '../../../../api/use-query.ts';
import { useMessages } from '../../../../messages.ts';
import { SqlBox } from '../../../../parts/sql/sql-box.tsx';
import { Link } from '../../../../parts/text/link.tsx';
import { Rich } from '../../../../parts/text/rich.tsx';
import { tablesOf } from '../../queries.ts';

interface SourcePickerProps {
  readonly connection: Connection;
  readonly engine: Engine;
  /** The connection for files may not exist yet: then files are listed instead of tables. */
  readonly isSaved: boolean;
  readonly source: DatasetSource | undefined;
  /** `ready` if nothing more is to be typed. */
  readonly onChange: (source: DatasetSource | undefined, ready: boolean) => void;
}

export function SourcePicker({ connection, engine, isSaved, source, onChange }: SourcePickerProps): VNode {
  const t = useMessages('data').source;
  const [kind, setKind] = useState<'pick' | 'sql'>(source?.kind === 'sql' ? 'sql' : 'pick');
  const offersFiles = engine.readsFiles;
  const tabs = [
    { key: 'pick', title: offersFiles ? t.file : t.table },
    { key: 'sql', title: t.sql },
  ] as const;
  return (
    <>
      <Tabs
        label={t.kind}
        tabs={tabs}
        value={kind}
        onChange={(key) => {
          setKind(key);
          onChange(undefined, false);
        }}
      />
      {kind === 'pick' && offersFiles && <PickFile source={source} onChange={onChange} />}
      {kind === 'pick' && !offersFiles && (
        <PickTable connection={connection} source={source} onChange={onChange} />
      )}
      {kind === 'sql' && (
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
  const {
    source: t,
    connections: { uploadFile },
  } = useMessages('data');
  const tables = itemsOf(useQuery(allFiles))?.filter(({ complete }) => complete);
  if (tables?.length === 0)
    return (
      <p class="ui-muted">
        <Rich text={t.noFiles} parts={{ link: <Link to="/files">{uploadFile}</Link> }} />
      </p>
    );
  const chosen = source?.kind === 'file' ? source.file : '';
  return (
    <Combobox
      label={t.file}
      placeholder={t.chooseFile}
      value={chosen}
      options={tables?.map(({ name, table }) => ({ value: table, label: name }))}
      onChange={(file) => onChange({ kind: 'file', file }, true)}
    />
  );
}

function PickTable({ connection, source, onChange }: PickProps & { readonly connection: Connection }): VNode {
  const t = useMessages('data').source;
  const { data, error } = useQuery(tablesOf(connection.id));
  if (error)
    return (
      <Notice tone="bad" title={t.tablesFailed}>
        <p>{error.message}</p>
        <Link to={`/connections/${encodeURIComponent(connection.id)}`}>{t.testConnection}</Link>
      </Notice>
    );
  const key = (schema: string, table: string) => JSON.stringify([schema, table]);
  const chosen = source?.kind === 'table' ? key(source.schema ?? '', source.table) : '';
  return (
    <Combobox
      label={t.tableOrView}
      placeholder={t.chooseTable}
      value={chosen}
      options={data?.data.map(({ schema, name }) => ({
        value: key(schema, name),
        label: name,
        group: schema,
      }))}
      onChange={(value) => {
        const [schema, table] = JSON.parse(value) as [string, string];
        onChange({ kind: 'table', schema, table }, true);
      }}
    />
  );
}

interface SqlSourceProps extends PickProps {
  readonly connection: Connection | undefined;
  readonly sql: Engine['sql'] | undefined;
}

export function SqlSource({ connection, sql, source, onChange }: SqlSourceProps): VNode {
  const t = useMessages('data').source;
  const [tables, setTables] = useState<readonly Table[]>([]);
  return (
    <div class="ui-stack-tight">
      {connection && <KnownTables id={connection.id} onKnown={setTables} />}
      <SqlBox
        label={t.sqlLabel}
        value={source?.kind === 'sql' ? source.sql : ''}
        sql={sql}
        tables={tables}
        onChange={(text) => onChange(text.trim() === '' ? undefined : { kind: 'sql', sql: text }, false)}
      />
      <p class="ui-small ui-muted">
        <Rich
          text={t.sqlHint}
          parts={{
            attribute: <code>{'{{ attributes.region }}'}</code>,
            type: <code>as integer</code>,
          }}
        />
      </p>
    </div>
  );
}

/** Loads the tables for completion. If they cannot be listed, there is none. */
function KnownTables({
  id,
  onKnown,
}: {
  readonly id: string;
  readonly onKnown: (tables: readonly Table[]) => void;
}): null {
  const { data } = useQuery(tablesOf(id));
  useEffect(() => {
    if (data) onKnown(data.data);
  }, [data, onKnown]);
  return null;
}
