import type { Connection, ConnectionKind, ListedField } from '@inlay/protocol/connection';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useTask } from '../../parts/use-task.ts';
import { useUnsaved } from '../../parts/use-unsaved.ts';
import {
  type ConnectionDraft,
  connectionChange,
  draftOf,
  holdsTemplate,
  newConnection,
} from './connection-draft.ts';
import { connectionKinds } from './connection-kinds.ts';

interface ConnectionFormProps {
  readonly kind: ConnectionKind;
  readonly connection?: Connection;
  readonly onSaved: (connection: Connection) => void;
}

const tlsChoices = [
  ['verified', 'On, and the certificate is checked'],
  ['unverified', 'On, without checking the certificate'],
  ['off', 'Off: everything travels readable'],
] as const;

export function ConnectionForm({ kind, connection, onSaved }: ConnectionFormProps): VNode {
  const start = draftOf(connection);
  const [draft, setDraft] = useState(start);
  const { busy, error, run } = useTask();
  const dirty = JSON.stringify(draft) !== JSON.stringify(start);
  useUnsaved(dirty);
  const set = (change: Partial<ConnectionDraft>) => setDraft((former) => ({ ...former, ...change }));
  const problemAt = (path: string) => error?.problems.find((problem) => problem.path === path)?.problem;
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => {
      const saved = connection
        ? await ask<Connection>(
            'PATCH',
            `connections/${encodeURIComponent(connection.id)}`,
            connectionChange(connection, draft),
            { 'if-match': `"${connection.version}"` },
          )
        : await ask<Connection>('POST', 'connections', newConnection(kind, draft));
      onSaved(saved);
    });
  };
  const text = (name: 'name' | 'host' | 'database' | 'user', placeholder = '', required = true) => (
    <input
      class={name === 'name' ? 'input' : 'input mono'}
      autocomplete="off"
      spellcheck={false}
      required={required}
      placeholder={placeholder}
      value={draft[name]}
      onInput={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  const list = (field: ListedField) =>
    holdsTemplate(draft[field]) && (
      <Field
        label={`What the ${field} may become`}
        hint="Complete values, one per line. A viewer with any other value is refused before anything is connected."
        problem={problemAt(`/allowed/${field}`)}
      >
        <textarea
          class="input"
          rows={3}
          value={draft.allowed[field]}
          onInput={(event) => set({ allowed: { ...draft.allowed, [field]: event.currentTarget.value } })}
        />
      </Field>
    );
  const { port, database } = connectionKinds[kind];
  return (
    <form class="card" onSubmit={save} aria-label="Settings of the connection">
      <h2>Settings</h2>
      <Field label="Name" hint="What people who create datasets see.">
        {text('name', connectionKinds[kind].example)}
      </Field>
      {kind !== 'duckdb' && (
        <>
          <div class="host-port">
            <Field label="Host" hint="A name or address, without https://" problem={problemAt('/host')}>
              {text('host', 'db.example.com')}
            </Field>
            <Field label="Port" optional problem={problemAt('/port')}>
              <input
                class="input figures"
                type="number"
                min={1}
                max={65535}
                placeholder={String(port)}
                value={draft.port}
                onInput={(event) => set({ port: event.currentTarget.value })}
              />
            </Field>
          </div>
          {list('host')}
          <Field
            label={kind === 'trino' ? 'Catalog, or catalog/schema' : 'Database'}
            optional={kind === 'clickhouse'}
            problem={problemAt('/database')}
          >
            {text('database', database, kind !== 'clickhouse')}
          </Field>
          {list('database')}
          <div class="two">
            <Field label="User" hint="Give Inlay one that can only read." problem={problemAt('/user')}>
              {text('user', 'inlay_reader')}
            </Field>
            <Field
              label="Password"
              optional
              hint={
                connection?.hasPassword
                  ? 'One is saved and never shown. Leave this empty to keep it.'
                  : 'Kept encrypted and never shown again.'
              }
              problem={problemAt('/password')}
            >
              <input
                class="input mono"
                {...(holdsTemplate(draft.password)
                  ? ({ type: 'text' } as const)
                  : ({ type: 'password' } as const))}
                autocomplete="new-password"
                placeholder={connection?.hasPassword ? '••••••••' : ''}
                value={draft.password}
                onInput={(event) => set({ password: event.currentTarget.value })}
              />
            </Field>
          </div>
          {list('user')}
          <TemplateHelp />
          <Field label="Encryption (TLS)">
            <select
              class="input select"
              value={draft.tls}
              onChange={(event) => set({ tls: event.currentTarget.value as ConnectionDraft['tls'] })}
            >
              {tlsChoices.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </Field>
          {draft.tls === 'verified' && (
            <details open={draft.certificateAuthority !== ''}>
              <summary>The certificate is signed by an authority of our own</summary>
              <Field
                label="Certificate of the authority (PEM)"
                optional
                problem={problemAt('/certificateAuthority')}
              >
                <textarea
                  class="input"
                  spellcheck={false}
                  placeholder="-----BEGIN CERTIFICATE-----"
                  value={draft.certificateAuthority}
                  onInput={(event) => set({ certificateAuthority: event.currentTarget.value })}
                />
              </Field>
            </details>
          )}
        </>
      )}
      {error && <Notice tone="bad">{error.message}</Notice>}
      <div class="row end">
        {connection && (
          <Button disabled={!dirty} onPress={() => setDraft(start)}>
            Undo the changes
          </Button>
        )}
        <Button kind="main" type="submit" busy={busy} disabled={connection !== undefined && !dirty}>
          {connection ? 'Save' : 'Save the connection'}
        </Button>
      </div>
    </form>
  );
}

/** Why a field of a connection may hold `{{ … }}`, and why it then needs a list. */
function TemplateHelp(): VNode {
  return (
    <details>
      <summary>Each viewer has a database or an account of their own</summary>
      <div class="stack-tight small">
        <p>
          Host, database, user and password may read what your server signed about the viewer:{' '}
          <code>{'{{ attributes.region }}'}</code> for what may be seen,{' '}
          <code>{'{{ secrets.warehouse }}'}</code> for what may not. The user{' '}
          <code>{'reader_{{ attributes.region }}'}</code> becomes <code>reader_north</code> for a viewer whose
          region is north.
        </p>
        <p>
          Because a value decides where Inlay connects, host, database and user then need a list of what may
          come out. Viewers whose value is not on it are refused. A password needs no list: it never decides
          where to go, and secrets reach the connection and nothing else.
        </p>
      </div>
    </details>
  );
}
