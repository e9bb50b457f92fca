import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'number' | 'date' | 'datetime-local';
  readonly hint?: string;
  readonly quiet?: boolean;
  readonly list?: string;
  readonly placeholder?: string;
  readonly min?: number;
  readonly max?: number;
  readonly lines?: number;
}

export function TextField(props: TextFieldProps): VNode {
  const { label, value, onChange, type = 'text', hint, quiet, lines, ...rest } = props;
  const id = useId();
  const shared = {
    class: lines ? 'ui-input te-area' : 'ui-input',
    value,
    'aria-label': quiet ? label : undefined,
    'aria-describedby': hint ? id : undefined,
    onInput: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onChange(event.currentTarget.value),
  };
  const control = lines ? (
    <textarea {...shared} rows={lines} />
  ) : (
    <input
      {...shared}
      {...rest}
      type={type}
      step={type === 'number' ? 'any' : undefined}
      autocomplete="off"
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
