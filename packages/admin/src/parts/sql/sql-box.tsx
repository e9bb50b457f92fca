import type { Engine, Table } from '@inlay/protocol/connection';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isDark } from '../../shell/theme.ts';
import type { SqlEditor } from './sql-editor.ts';

interface SqlBoxProps {
  readonly label: string;
  readonly value: string;
  /** How the engine writes SQL, once that is known. */
  readonly sql: Engine['sql'] | undefined;
  readonly tables: readonly Table[];
  readonly onChange: (sql: string) => void;
}

/** Plain text until the editor has arrived, which is a file of its own; where it never does, plain text it stays. */
export function SqlBox({ label, value, sql, tables, onChange }: SqlBoxProps): VNode {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<SqlEditor>(undefined);
  const change = useRef(onChange);
  change.current = onChange;
  const [ready, setReady] = useState(false);
  const dark = isDark();
  useEffect(() => {
    let wanted = true;
    import('./sql-editor.ts').then(
      ({ openSqlEditor }) => {
        if (!wanted || !host.current) return;
        editor.current = openSqlEditor(host.current, {
          label,
          value: host.current.dataset.start ?? '',
          onChange: (text) => change.current(text),
        });
        setReady(true);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
      editor.current?.close();
    };
  }, [label]);
  useEffect(() => {
    if (ready) editor.current?.configure({ sql, tables, dark });
  }, [ready, sql, tables, dark]);
  return (
    <div class="sql-box">
      <div ref={host} data-start={value} hidden={!ready} />
      {!ready && (
        <textarea
          class="ui-input"
          aria-label={label}
          spellcheck={false}
          rows={10}
          placeholder="SELECT …"
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
