import { Button } from '@inlay/ui/button';
import { Field } from '@inlay/ui/field';
import { IconButton } from '@inlay/ui/icon-button';
import type { VNode } from 'preact';
import type { AttributeDraft, AttributeKind, ContextDraft } from './context-draft.ts';

interface ContextEditorProps {
  readonly value: ContextDraft;
  readonly onChange: (value: ContextDraft) => void;
  /** Whether secrets matter here. */
  readonly secrets?: boolean;
}

const kinds: readonly (readonly [AttributeKind, string])[] = [
  ['text', 'Text'],
  ['list', 'List'],
  ['number', 'Number'],
  ['boolean', 'Yes or no'],
];

/** Who is looking, in the fields of a signed context. */
export function ContextEditor({ value, onChange, secrets }: ContextEditorProps): VNode {
  const set = (change: Partial<ContextDraft>) => onChange({ ...value, ...change });
  const text = (name: 'username' | 'workspaceId' | 'groups', placeholder = '') => (
    <input
      class="ui-input"
      autocomplete="off"
      placeholder={placeholder}
      value={value[name]}
      onInput={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <div class="stack-tight">
      <div class="three">
        <Field label="Username">{text('username')}</Field>
        <Field label="Groups" optional>
          {text('groups', 'sales, emea')}
        </Field>
        <Field label="Workspace">{text('workspaceId')}</Field>
      </div>
      <Rows label="attribute" rows={value.attributes} onChange={(attributes) => set({ attributes })} />
      {secrets && <Rows label="secret" rows={value.secrets} onChange={(rows) => set({ secrets: rows })} />}
    </div>
  );
}

interface RowsProps {
  readonly label: 'attribute' | 'secret';
  readonly rows: readonly AttributeDraft[];
  readonly onChange: (rows: readonly AttributeDraft[]) => void;
}

function Rows({ label, rows, onChange }: RowsProps): VNode {
  const replace = (at: number, change: Partial<AttributeDraft>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <div class="stack-tight">
      {rows.length > 0 && <span class="ui-field-label">{label === 'secret' ? 'Secrets' : 'Attributes'}</span>}
      {rows.map((row, at) => (
        <div key={at} class="context-row">
          <input
            class="ui-input ui-mono"
            aria-label={`Name of ${label} ${at + 1}`}
            placeholder={label === 'secret' ? 'warehouse' : 'region'}
            value={row.key}
            onInput={(event) => replace(at, { key: event.currentTarget.value })}
          />
          {label === 'attribute' && (
            <select
              class="ui-input ui-select"
              aria-label={`Kind of ${label} ${at + 1}`}
              value={row.kind}
              onChange={(event) => replace(at, { kind: event.currentTarget.value as AttributeKind })}
            >
              {kinds.map(([kind, words]) => (
                <option key={kind} value={kind}>
                  {words}
                </option>
              ))}
            </select>
          )}
          <Value
            label={`Value of ${label} ${at + 1}`}
            row={row}
            secret={label === 'secret'}
            onChange={(text) => replace(at, { text })}
          />
          <IconButton
            icon="close"
            label={`Remove ${label} ${row.key || at + 1}`}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <div>
        <Button variant="ghost" onClick={() => onChange([...rows, { key: '', kind: 'text', text: '' }])}>
          + Add {label === 'attribute' ? 'an attribute' : 'a secret'}
        </Button>
      </div>
    </div>
  );
}

interface ValueProps {
  readonly label: string;
  readonly row: AttributeDraft;
  readonly secret: boolean;
  readonly onChange: (text: string) => void;
}

function Value({ label, row: { kind, text }, secret, onChange }: ValueProps): VNode {
  if (kind === 'boolean')
    return (
      <select
        class="ui-input ui-select"
        aria-label={label}
        value={text === 'true' ? 'true' : 'false'}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="true">yes</option>
        <option value="false">no</option>
      </select>
    );
  return (
    <input
      class="ui-input"
      aria-label={label}
      {...(secret
        ? ({ type: 'password' } as const)
        : kind === 'number'
          ? ({ type: 'number', step: 'any' } as const)
          : ({ type: 'text' } as const))}
      autocomplete="off"
      placeholder={kind === 'list' ? 'north, south' : ''}
      value={text}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}
