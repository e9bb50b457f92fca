import type { VNode } from 'preact';
import { Labeled, type LabeledProps } from './labeled.tsx';

/** Objects, because the types of Preact check each type of input on its own. */
const TYPES = { text: { type: 'text' }, email: { type: 'email' }, password: { type: 'password' } } as const;

interface TextFieldProps extends LabeledProps {
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: keyof typeof TYPES;
  readonly required?: boolean;
  readonly maxLength?: number | undefined;
  readonly placeholder?: string | undefined;
  readonly autocomplete?: string;
  /** For code, identifiers and passwords that are passed on. */
  readonly mono?: boolean;
}

export function TextField(props: TextFieldProps): VNode {
  const { id: _, label, hint, error, optional, value, onChange, type = 'text', mono, ...rest } = props;
  return (
    <Labeled {...props}>
      {(control) => (
        <input
          autocomplete="off"
          {...rest}
          {...control}
          {...TYPES[type]}
          class={mono ? 'input mono' : 'input'}
          spellcheck={mono ? false : undefined}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Labeled>
  );
}
