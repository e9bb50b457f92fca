import type { VNode } from 'preact';
import { type FieldProps, LabeledControl } from './field.tsx';

/** Objects, because the types of Preact check each type of input on its own. */
const TYPES = {
  text: { type: 'text' },
  email: { type: 'email' },
  password: { type: 'password' },
  search: { type: 'search' },
  url: { type: 'url' },
  number: { type: 'number' },
  date: { type: 'date' },
  'datetime-local': { type: 'datetime-local' },
} as const;

interface TextFieldProps extends FieldProps {
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: keyof typeof TYPES;
  /** A text area with this many lines. */
  readonly lines?: number;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly maxLength?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly placeholder?: string | undefined;
  readonly autocomplete?: string;
  readonly autocapitalize?: 'none';
  /** Which keys a phone shows. */
  readonly inputmode?: 'numeric';
  /** For code, identifiers and keys. */
  readonly mono?: boolean;
}

export function TextField(props: TextFieldProps): VNode {
  const { id, label, value, onChange, hint, error, optional, hideLabel, ...rest } = props;
  const { type = 'text', lines, mono, ...attributes } = rest;
  const shared = {
    autocomplete: 'off',
    ...attributes,
    class: mono ? 'ui-input ui-mono' : 'ui-input',
    spellcheck: mono ? false : undefined,
    value,
    onInput: (event: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onChange(event.currentTarget.value),
  };
  const control = (more: object) =>
    lines ? (
      <textarea {...shared} {...more} rows={lines} />
    ) : (
      <input {...shared} {...more} {...TYPES[type]} step={type === 'number' ? 'any' : undefined} />
    );
  return <LabeledControl {...props}>{control}</LabeledControl>;
}
