import type { VNode } from 'preact';

interface Option {
  readonly key: string;
  readonly label: string;
}

interface SelectProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
  /** Said to screen readers only, where the place says it to everybody else. */
  readonly quiet?: boolean;
}

export function Select({ label, options, chosen, onChoose, quiet }: SelectProps): VNode {
  const select = (
    <select
      class="ui-input"
      aria-label={quiet ? label : undefined}
      value={chosen}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {options.map((option) => (
        <option key={option.key} value={option.key}>
          {option.label}
        </option>
      ))}
    </select>
  );
  if (quiet) return select;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label class="te-field">
      <span>{label}</span>
      {select}
    </label>
  );
}
