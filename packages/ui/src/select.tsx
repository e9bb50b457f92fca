import type { VNode } from 'preact';
import { type FieldProps, LabeledControl } from './field.tsx';

export interface SelectOption<V extends string = string> {
  readonly value: V;
  readonly label: string;
}

interface SelectProps<V extends string> extends FieldProps {
  readonly name?: string;
  readonly required?: boolean;
  readonly value: string;
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
  readonly disabled?: boolean;
  /** The label is for screen readers only, where the place makes it clear to everybody else. */
  readonly hideLabel?: boolean;
}

export function Select<V extends string>(props: SelectProps<V>): VNode {
  const { id, name, label, value, options, onChange, error, disabled, hideLabel } = props;
  const select = (more: object) => (
    <select
      class="ui-input ui-select"
      {...more}
      name={name}
      value={value}
      disabled={disabled}
      onChange={({ currentTarget }) => {
        const chosen = options[currentTarget.selectedIndex];
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
  if (hideLabel) return select({ id, 'aria-label': label, 'aria-invalid': error ? true : undefined });
  return <LabeledControl {...props}>{select}</LabeledControl>;
}
