import type { VNode } from 'preact';
import { Labeled, type LabeledProps } from './labeled.tsx';

interface SelectProps extends LabeledProps {
  readonly name?: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

export function Select({ name, value, options, onChange, ...labeled }: SelectProps): VNode {
  return (
    <Labeled {...labeled}>
      {(control) => (
        <select
          {...control}
          name={name}
          class="input select"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labeled>
  );
}
