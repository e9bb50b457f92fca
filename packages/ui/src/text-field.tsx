import type { ComponentChildren, VNode } from 'preact';
import { Field } from './field.tsx';

/** Objects, because the types of Preact check each type of input on its own. */
const TYPES = {
  text: { type: 'text' },
  email: { type: 'email' },
  password: { type: 'password' },
  search: { type: 'search' },
  url: { type: 'url' },
  number: { type: 'number' },
  date: { type: 'date' },
} as const;

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  readonly type?: keyof typeof TYPES;
  /** A text area with this many lines. */
  readonly lines?: number;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly maxLength?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly placeholder?: string | undefined;
  readonly autocomplete?: string;
  /** For code, identifiers and keys. */
  readonly mono?: boolean;
  /** The label is for screen readers only, where the place makes it clear to everybody else. */
  readonly hideLabel?: boolean;
}

export function TextField(props: TextFieldProps): VNode {
  const {
    label,
    value,
    onChange,
    hint,
    error,
    optional,
    type = 'text',
    lines,
    mono,
    hideLabel,
    ...rest
  } = props;
  const shared = {
    autocomplete: 'off',
    ...rest,
    class: mono ? 'ui-input ui-mono' : 'ui-input',
    value,
    'aria-label': hideLabel ? label : undefined,
    'aria-invalid': error ? true : undefined,
    onInput: (event: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onChange(event.currentTarget.value),
  };
  const control = lines ? (
    <textarea {...shared} rows={lines} />
  ) : (
    <input {...shared} {...TYPES[type]} step={type === 'number' ? 'any' : undefined} />
  );
  if (hideLabel) return control;
  return (
    <Field label={label} hint={hint} error={error} {...(optional ? { optional } : {})}>
      {control}
    </Field>
  );
}
