import {
  type ConnectionField,
  type ConnectionTest,
  type ConnectionValues,
  connectionValuesSchema,
  type Engine,
} from '@inlay/protocol/connection';
import { Button } from '@inlay/ui/controls/button';
import { TextField } from '@inlay/ui/controls/text-field';
import { TypedField } from '@inlay/ui/controls/typed-field';
import type { Conflict } from '@inlay/ui/form/use-conflict';
import { type FieldProps, useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { Fragment, type VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import type { Schemas } from '../../api/operations.ts';
import { useMessages } from '../../messages.ts';
import { ConflictDialog } from '../../parts/conflict/lazy-conflict-dialog.ts';
import { IdField, withId } from '../../parts/form/id-field.tsx';
import { useTask } from '../../parts/form/use-task.ts';
import { Rich } from '../../parts/text/rich.tsx';
import { ConnectionControl } from './connection-control.tsx';
import { ConnectionTestResult } from './connection-test-result.tsx';
import { connectionChange, hasTemplate, needsList, newConnection, valuesOf } from './connection-values.ts';

interface ConnectionFormProps {
  readonly engine: Engine;
  readonly connection?: Schemas['Connection'];
  readonly onSaved: (connection: Schemas['Connection']) => void;
}

/** Made from the fields that the server describes, so that it knows no engine. */
export function ConnectionForm({ engine, connection, onSaved }: ConnectionFormProps): VNode {
  const { connectionForm: t, connectionTest: tests } = useMessages('data');
  const { identifier } = useMessages('admin').parts;
  const path = { id: connection?.id ?? '' };
  const form = useForm({
    schema: useMemo(() => connectionValuesSchema(engine), [engine]),
    initial: valuesOf(engine, connection),
    version: connection?.version,
    save: (values, changes, version) =>
      connection
        ? api.patch('/connections/{id}', {
            path,
            body: connectionChange(engine, connection, values, changes),
            headers: { 'if-match': `"${version}"` },
          })
        : api.post('/connections', { body: withId(newConnection(engine, values), values.name) }),
    onSaved,
    conflicts: connection && {
      load: () => api.get('/connections/{id}', { path }),
      read: (saved: Schemas['Connection']) => ({ values: valuesOf(engine, saved), version: saved.version }),
    },
  });
  const { values } = form;
  const [result, setResult] = useState<ConnectionTest>();
  const test = useTask();
  // A connection that depends on the viewer is tested with one, after it is saved.
  const isTestable = (!connection || form.isDirty) && !dependsOnViewer(engine, values);
  const runTest = () =>
    test.run(async () => {
      setResult(undefined);
      const outcome = await form.attempt((given, changes) =>
        connection
          ? api.post('/connections/{id}/test', {
              path,
              body: { change: connectionChange(engine, connection, given, changes) },
            })
          : api.post('/connections/test', { body: { connection: newConnection(engine, given) } }),
      );
      setResult(outcome);
    });
  const control = (field: ConnectionField) => (
    <ConnectionControl
      key={field.name}
      {...form.field(field.name, { label: field.label })}
      field={field}
      isStored={field.type === 'secret' && connection?.hasPassword === true}
    />
  );
  const list = ({ name, label }: ConnectionField) => (
    <AllowedList
      key={name}
      {...form.field(`allowed.${name}`, { label: t.allowed({ field: knownField(name), label }) })}
    />
  );
  const rows = rowsOf(engine.fields.filter((field) => isShown(field, values)));
  const lastTemplates = rows.findLast((row) => row.some(({ readsContext }) => readsContext));
  return (
    <form class="ui-card" {...form.props} aria-label={t.label}>
      <h2>{t.title}</h2>
      <TextField {...form.field('name', { label: t.name })} hint={t.nameHint} placeholder={engine.example} />
      {!connection && <IdField {...form.field('id', { label: identifier })} from={values.name} />}
      {rows.map((row) => (
        <Fragment key={row[0]?.name}>
          {row.length > 1 ? (
            <div class={row.some(({ type }) => type === 'integer') ? 'host-port' : 'ui-two'}>
              {row.map(control)}
            </div>
          ) : (
            row.map(control)
          )}
          {row.filter((field) => needsList(field, values)).map(list)}
          {row === lastTemplates && <TemplatesHelp />}
        </Fragment>
      ))}
      {form.error && <Notice tone="bad">{form.error}</Notice>}
      {result && <ConnectionTestResult result={result} isSaved={false} />}
      <div class="ui-row ui-end">
        {isTestable && (
          <Button busy={test.busy} onClick={() => void runTest()}>
            {tests.run}
          </Button>
        )}
        {connection && (
          <Button disabled={!form.isDirty} onClick={form.reset}>
            {t.undo}
          </Button>
        )}
        <Button
          variant="primary"
          type="submit"
          busy={form.busy}
          disabled={connection !== undefined && !form.isDirty}
        >
          {connection ? t.save : t.create}
        </Button>
      </div>
      {form.conflict && <ConflictDialog conflict={withoutSecrets(form.conflict, engine)} />}
    </form>
  );
}

/** The values that a template may become, one per line. */
function AllowedList(field: FieldProps<readonly string[] | undefined>): VNode {
  const t = useMessages('data').connectionForm;
  return (
    <TypedField
      {...field}
      hint={t.allowedHint}
      lines={3}
      mono
      parse={splitLines}
      write={(allowed) => allowed.join('\n')}
    />
  );
}

function TemplatesHelp(): VNode {
  const t = useMessages('data').connectionForm;
  return (
    <details>
      <summary>{t.templates}</summary>
      <div class="ui-stack-tight ui-small">
        <p>
          <Rich
            text={t.templatesHow}
            parts={{
              attribute: <code>{'{{ attributes.region }}'}</code>,
              secret: <code>{'{{ secrets.warehouse }}'}</code>,
              user: <code>{'reader_{{ attributes.region }}'}</code>,
              result: <code>reader_north</code>,
            }}
          />
        </p>
        <p>{t.templatesWhy}</p>
      </div>
    </details>
  );
}

const dependsOnViewer = ({ fields }: Engine, values: ConnectionValues): boolean =>
  fields.some(({ name }) => hasTemplate(values[name]));

const isShown = ({ onlyIf }: ConnectionField, values: ConnectionValues): boolean =>
  onlyIf === null || values[onlyIf.field] === onlyIf.value;

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

const knownField = (name: string) =>
  name === 'host' || name === 'database' || name === 'user' ? name : 'other';

const splitLines = (text: string): readonly string[] | undefined => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.length === 0 ? undefined : lines;
};

/** A new password is saved with the merged settings, but not shown among the changes. */
function withoutSecrets(conflict: Conflict, { fields }: Engine): Conflict {
  const isPublic = ({ path }: { readonly path: string }) =>
    !fields.some(({ name, type }) => type === 'secret' && path === `/${name}`);
  const { parts } = conflict;
  return parts ? { ...conflict, parts: { ...parts, onlyYours: parts.onlyYours.filter(isPublic) } } : conflict;
}
