import type { ComponentChildren, VNode } from 'preact';
import { Field } from './field.tsx';

export interface SelectOption<V extends string = string> {
  readonly value: V;
  readonly label: string;
}

interface SelectProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly SelectOption<V>[];
  readonly onChange: (value: V) => void;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  readonly disabled?: boolean;
  /** The label is for screen readers only, where the place makes it clear to everybody else. */
  readonly hideLabel?: boolean;
}

export function Select<V extends string>(props: SelectProps<V>): VNode {
  const { label, value, options, onChange, hint, error, optional, disabled, hideLabel } = props;
  const select = (
    <select
      class="ui-input ui-select"
      aria-label={hideLabel ? label : undefined}
      aria-invalid={error ? true : undefined}
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
  if (hideLabel) return select;
  return (
    <Field label={label} hint={hint} error={error} {...(optional ? { optional } : {})}>
      {select}
    </Field>
  );
}
