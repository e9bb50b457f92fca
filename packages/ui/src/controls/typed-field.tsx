import type { ComponentProps, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from './text-field.tsx';

interface TypedFieldProps<T> extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> {
  readonly value: T | undefined;
  readonly parse: (text: string) => T | undefined;
  readonly write: (value: T) => string;
  readonly onChange: (value: T | undefined) => void;
}

/** Keeps the text being typed, such as `1.`, and reports each valid value. */
export function TypedField<T>({ value, parse, write, onChange, ...rest }: TypedFieldProps<T>): VNode {
  const [typed, setTyped] = useState<string>();
  const isSame = (one: T | undefined) => JSON.stringify(one) === JSON.stringify(value);
  const shown = typed !== undefined && isSame(parse(typed)) ? typed : value === undefined ? '' : write(value);
  return (
    <TextField
      {...rest}
      value={shown}
      onChange={(text) => {
        setTyped(text);
        onChange(parse(text));
      }}
    />
  );
}
