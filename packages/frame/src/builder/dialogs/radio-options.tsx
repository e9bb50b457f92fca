import { Icon, type IconName } from '@inlay/ui/controls/icon';
import type { VNode } from 'preact';

interface RadioOptionsProps<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  readonly options: readonly {
    readonly value: Value;
    readonly icon: IconName;
    readonly label: string;
    readonly hint: string;
  }[];
  readonly onChange: (value: Value) => void;
}

/** Choices that need a sentence each. */
export function RadioOptions<Value extends string>(props: RadioOptionsProps<Value>): VNode {
  const { legend, value, options, onChange } = props;
  return (
    <fieldset class="bld-options">
      <legend class="inlay-unseen">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} class="ui-checkbox">
          <input
            type="radio"
            name="audience"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <Icon name={option.icon} />
          <span>
            {option.label}
            <small>{option.hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
