import type { ComponentChildren, VNode } from 'preact';
import { ChoiceList } from './choice-list.tsx';
import { OptionalMark } from './field.tsx';
import type { SelectOption } from './select.tsx';

interface ChoiceFieldProps {
  readonly id?: string;
  readonly label: string;
  readonly value: readonly string[] | undefined;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: readonly string[]) => void;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly optional?: boolean;
}

/** Any number of choices, each with a box. */
export function ChoiceField(props: ChoiceFieldProps): VNode {
  const { id, label, value = [], options, onChange, hint, error, optional } = props;
  return (
    <div class={error ? 'ui-field ui-field-invalid' : 'ui-field'} id={id}>
      <span class="ui-field-label">
        {label}
        {optional && <OptionalMark />}
      </span>
      <ChoiceList
        label={label}
        many
        choices={options.map((option) => ({
          key: option.value,
          label: option.label,
          chosen: value.includes(option.value),
        }))}
        onChoose={(key, isChosen) =>
          onChange(isChosen ? [...value, key] : value.filter((other) => other !== key))
        }
      />
      {error && <span class="ui-field-error">{error}</span>}
      {hint && <span class="ui-field-hint">{hint}</span>}
    </div>
  );
}
