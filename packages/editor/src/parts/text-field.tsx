import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'number' | 'date';
  readonly hint?: string;
  readonly quiet?: boolean;
  readonly placeholder?: string;
  readonly min?: number;
  readonly max?: number;
}

export function TextField(props: TextFieldProps): VNode {
  const { label, value, onChange, type = 'text', hint, quiet, ...rest } = props;
  const id = useId();
  const control = (
    <input
      class="ui-input"
      {...rest}
      type={type}
      // The types of Preact take one of several types only where it is said what becomes of a list.
      list={undefined}
      value={value}
      step={type === 'number' ? 'any' : undefined}
      autocomplete="off"
      aria-label={quiet ? label : undefined}
      aria-describedby={hint ? id : undefined}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
  if (quiet) return control;
  const field = (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label class="te-field">
      <span>{label}</span>
      {control}
    </label>
  );
  if (!hint) return field;
  return (
    <div class="te-hinted">
      {field}
      <small id={id}>{hint}</small>
    </div>
  );
}
