import type { VNode } from 'preact';
import { useUiTexts } from '../ui-texts.ts';
import { type FieldProps, LabeledControl } from './field.tsx';

export interface SelectOption<V extends string = string> {
  readonly value: V;
  readonly label: string;
  /** The heading above it; options of one group follow each other. */
  readonly group?: string;
  /** For a combobox: the text to search, and to show where the heading is not, such as `Customer: Name`. */
  readonly fullLabel?: string;
}

interface SelectProps<V extends string> extends FieldProps {
  readonly name?: string;
  readonly required?: boolean;
  readonly value: string;
  /** Undefined while they are loaded, which the field then says. */
  readonly options: readonly SelectOption<V>[] | undefined;
  readonly onChange: (value: V) => void;
  readonly disabled?: boolean;
}

export function Select<V extends string>(props: SelectProps<V>): VNode {
  const { name, value, options, onChange, disabled } = props;
  return (
    <LabeledControl {...props}>
      {(control) => (
        <select
          class="ui-input ui-select"
          {...control}
          name={name}
          value={options ? value : ''}
          disabled={disabled || !options}
          aria-busy={!options}
          onChange={({ currentTarget }) => {
            const chosen = options?.[currentTarget.selectedIndex];
            if (chosen) onChange(chosen.value);
          }}
        >
          {options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          )) ?? <LoadingOption />}
        </select>
      )}
    </LabeledControl>
  );
}

/** In place of options that are still being loaded. */
const LoadingOption = (): VNode => <option value="">{useUiTexts().loading}</option>;
