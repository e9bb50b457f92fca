import type { ConnectionField } from '@inlay/protocol/connection';
import { NumberField } from '@inlay/ui/controls/number-field';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import type { FieldProps } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { hasTemplate } from './connection-values.ts';

type ConnectionControlProps = FieldProps<unknown> & {
  readonly field: ConnectionField;
  /** A secret is stored, and is kept while the control is empty. */
  readonly isStored: boolean;
};

/** One field of a connection, as the server describes it. */
export function ConnectionControl(props: ConnectionControlProps): VNode {
  const { field, value, error } = props;
  // A required control is always visible: its error must be seen.
  if (field.type !== 'multiline' || field.required) return <Control {...props} />;
  return (
    <details open={Boolean(value) || error !== undefined}>
      <summary>{field.label}</summary>
      <Control {...props} />
    </details>
  );
}

function Control({ field, isStored, value, ...rest }: ConnectionControlProps): VNode {
  const t = useMessages('data').connectionForm;
  const control = {
    ...rest,
    // A stored secret that has to be entered again can neither be left out nor kept.
    optional: !field.required && field.default === null && !(isStored && rest.error),
    hint: isStored ? !rest.error && t.secretSaved : field.help,
    placeholder: field.placeholder ?? '',
  };
  const text = String(value ?? '');
  switch (field.type) {
    case 'choice':
      return <Select {...control} value={text} options={field.choices ?? []} />;
    case 'integer':
      return (
        <NumberField
          {...control}
          whole
          value={typeof value === 'number' ? value : undefined}
          min={field.minimum ?? undefined}
          max={field.maximum ?? undefined}
        />
      );
    case 'secret':
      return (
        <TextField
          {...control}
          mono
          value={text}
          // A template is not secret itself, and easier to get right when it can be read.
          type={hasTemplate(text) ? 'text' : 'password'}
          autocomplete="new-password"
          placeholder={isStored ? '••••••••' : control.placeholder}
        />
      );
    case 'multiline':
      return <TextField {...control} mono value={text} lines={6} />;
    case 'text':
      return <TextField {...control} mono value={text} />;
  }
}
