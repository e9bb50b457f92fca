import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import type { AttributeDraft, AttributeKind, ContextDraft } from './context-draft.ts';

interface ContextEditorProps {
  readonly value: ContextDraft;
  readonly onChange: (value: ContextDraft) => void;
  /** Whether secrets matter here. */
  readonly secrets?: boolean;
}

const KINDS: readonly AttributeKind[] = ['text', 'list', 'number', 'boolean'];

/** The viewer, in the fields of a signed context. */
export function ContextEditor({ value, onChange, secrets }: ContextEditorProps): VNode {
  const t = useMessages('admin').context;
  const set = (change: Partial<ContextDraft>) => onChange({ ...value, ...change });
  return (
    <div class="ui-stack-tight">
      <div class="ui-three">
        <TextField label={t.username} value={value.username} onChange={(username) => set({ username })} />
        <TextField
          label={t.groups}
          optional
          placeholder={t.groupsExample}
          value={value.groups}
          onChange={(groups) => set({ groups })}
        />
        <TextField
          label={t.workspace}
          value={value.workspaceId}
          onChange={(workspaceId) => set({ workspaceId })}
        />
      </div>
      <Rows rows={value.attributes} onChange={(attributes) => set({ attributes })} />
      {secrets && <Rows isSecret rows={value.secrets} onChange={(rows) => set({ secrets: rows })} />}
    </div>
  );
}

interface RowsProps {
  readonly isSecret?: boolean;
  readonly rows: readonly AttributeDraft[];
  readonly onChange: (rows: readonly AttributeDraft[]) => void;
}

function Rows({ isSecret = false, rows, onChange }: RowsProps): VNode {
  const t = useMessages('admin').context;
  const replace = (at: number, change: Partial<AttributeDraft>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <div class="ui-stack-tight">
      {rows.length > 0 && <span class="ui-field-label">{isSecret ? t.secrets : t.attributes}</span>}
      {rows.map((row, at) => {
        const position = at + 1;
        const name = row.key || String(position);
        return (
          <div key={at} class="context-row">
            <TextField
              hideLabel
              mono
              label={isSecret ? t.secretName({ position }) : t.attributeName({ position })}
              placeholder={isSecret ? 'warehouse' : 'region'}
              value={row.key}
              onChange={(key) => replace(at, { key })}
            />
            {!isSecret && (
              <Select
                hideLabel
                label={t.attributeKind({ position })}
                value={row.kind}
                options={KINDS.map((kind) => ({ value: kind, label: t.kinds[kind] }))}
                onChange={(kind) => replace(at, { kind })}
              />
            )}
            <Value
              label={isSecret ? t.secretValue({ position }) : t.attributeValue({ position })}
              row={row}
              isSecret={isSecret}
              onChange={(text) => replace(at, { text })}
            />
            <IconButton
              icon="close"
              label={isSecret ? t.removeSecret({ name }) : t.removeAttribute({ name })}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            />
          </div>
        );
      })}
      <div>
        <Button variant="ghost" onClick={() => onChange([...rows, { key: '', kind: 'text', text: '' }])}>
          + {isSecret ? t.addSecret : t.addAttribute}
        </Button>
      </div>
    </div>
  );
}

interface ValueProps {
  readonly label: string;
  readonly row: AttributeDraft;
  readonly isSecret: boolean;
  readonly onChange: (text: string) => void;
}

function Value({ label, row: { kind, text }, isSecret, onChange }: ValueProps): VNode {
  const t = useMessages('admin').context;
  if (kind === 'boolean')
    return (
      <Select
        hideLabel
        label={label}
        value={text === 'true' ? 'true' : 'false'}
        options={[
          { value: 'true', label: t.yes },
          { value: 'false', label: t.no },
        ]}
        onChange={onChange}
      />
    );
  return (
    <TextField
      hideLabel
      label={label}
      type={isSecret ? 'password' : kind === 'number' ? 'number' : 'text'}
      placeholder={kind === 'list' ? t.listExample : undefined}
      value={text}
      onChange={onChange}
    />
  );
}
