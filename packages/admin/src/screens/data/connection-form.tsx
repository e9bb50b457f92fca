import type { Connection, ConnectionField, Engine } from '@inlay/protocol/connection';
import { Button } from '@inlay/ui/button';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import { Fragment, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { useTask } from '../../parts/use-task.ts';
import { ConnectionControl } from './connection-control.tsx';
import { connectionChange, draftOf, needsList, newConnection } from './connection-draft.ts';

interface ConnectionFormProps {
  readonly engine: Engine;
  readonly connection?: Connection;
  readonly onSaved: (connection: Connection) => void;
}

/** Drawn from the fields that the server describes, so that it knows no engine. */
export function ConnectionForm({ engine, connection, onSaved }: ConnectionFormProps): VNode {
  const start = draftOf(engine, connection);
  const [draft, setDraft] = useState(start);
  const { busy, error, run } = useTask();
  const dirty = JSON.stringify(draft) !== JSON.stringify(start);
  useUnsaved(dirty);
  const setValue = (name: string, value: string) =>
    setDraft((former) => ({ ...former, values: { ...former.values, [name]: value } }));
  const setAllowed = (name: string, lines: string) =>
    setDraft((former) => ({ ...former, allowed: { ...former.allowed, [name]: lines } }));
  const problemAt = (path: string) => error?.problems.find((problem) => problem.path === path)?.problem;
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => {
      const saved = connection
        ? await ask<Connection>(
            'PATCH',
            `connections/${encodeURIComponent(connection.id)}`,
            connectionChange(engine, connection, draft),
            { 'if-match': `"${connection.version}"` },
          )
        : await ask<Connection>('POST', 'connections', newConnection(engine, draft));
      onSaved(saved);
    });
  };
  const isShown = ({ onlyIf }: ConnectionField) =>
    onlyIf === null || draft.values[onlyIf.field] === onlyIf.value;
  const control = (field: ConnectionField) => (
    <ConnectionControl
      key={field.name}
      field={field}
      value={draft.values[field.name] ?? ''}
      isSaved={field.type === 'secret' && connection?.hasPassword === true}
      problem={problemAt(`/${field.name}`)}
      onInput={(value) => setValue(field.name, value)}
    />
  );
  const list = (field: ConnectionField) => (
    <Field
      key={field.name}
      label={`Allowed values for ${field.name}`}
      hint="Complete values, one per line. A viewer with any other value is refused before anything is connected."
      error={problemAt(`/allowed/${field.name}`)}
    >
      <textarea
        class="ui-input"
        rows={3}
        value={draft.allowed[field.name]}
        onInput={(event) => setAllowed(field.name, event.currentTarget.value)}
      />
    </Field>
  );
  const rows = rowsOf(engine.fields.filter(isShown));
  const lastTemplates = rows.findLast((row) => row.some(({ readsContext }) => readsContext));
  return (
    <form class="ui-card" onSubmit={save} aria-label="Settings of the connection">
      <h2>Settings</h2>
      <Field label="Name" hint="What people who create datasets see.">
        <input
          class="ui-input"
          autocomplete="off"
          spellcheck={false}
          required
          placeholder={engine.example}
          value={draft.name}
          onInput={({ currentTarget: { value } }) => setDraft((former) => ({ ...former, name: value }))}
        />
      </Field>
      {rows.map((row) => (
        <Fragment key={row[0]?.name}>
          {row.length > 1 ? (
            <div class={row.some(({ type }) => type === 'integer') ? 'host-port' : 'two'}>
              {row.map(control)}
            </div>
          ) : (
            row.map(control)
          )}
          {row.filter((field) => needsList(field, draft)).map(list)}
          {row === lastTemplates && <TemplateHelp />}
        </Fragment>
      ))}
      {error && <Notice tone="bad">{error.message}</Notice>}
      <div class="row end">
        {connection && (
          <Button disabled={!dirty} onClick={() => setDraft(start)}>
            Undo the changes
          </Button>
        )}
        <Button variant="primary" type="submit" busy={busy} disabled={connection !== undefined && !dirty}>
          {connection ? 'Save' : 'Save the connection'}
        </Button>
      </div>
    </form>
  );
}

/** A number stands beside the text before it, as a port does; a secret beside the user that it belongs to. */
function rowsOf(fields: readonly ConnectionField[]): readonly (readonly ConnectionField[])[] {
  const rows: ConnectionField[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    const joins = field.type === 'integer' || field.type === 'secret';
    if (joins && last?.length === 1 && last[0]?.type === 'text') last.push(field);
    else rows.push([field]);
  }
  return rows;
}

/** Why a field of a connection may hold `{{ … }}`, and why it then needs a list. */
function TemplateHelp(): VNode {
  return (
    <details>
      <summary>Each viewer has a database or an account of their own</summary>
      <div class="stack-tight small">
        <p>
          Fields that say where and as whom to connect may read what your server signed about the viewer:{' '}
          <code>{'{{ attributes.region }}'}</code> for what may be seen,{' '}
          <code>{'{{ secrets.warehouse }}'}</code> for what may not. The user{' '}
          <code>{'reader_{{ attributes.region }}'}</code> becomes <code>reader_north</code> for a viewer whose
          region is north.
        </p>
        <p>
          Because a value decides where Inlay connects, every field but the password then needs a list of what
          may come out. Viewers whose value is not on it are refused. A password needs no list: it never
          decides where to go, and secrets reach the connection and nothing else.
        </p>
      </div>
    </details>
  );
}
