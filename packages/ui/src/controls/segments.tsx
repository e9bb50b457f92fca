import type { VNode } from 'preact';

interface SegmentsProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string; readonly count?: number }[];
  readonly onChange: (value: V) => void;
}

/** A choice among a few, all of which are visible. */
export function Segments<V extends string>({ label, value, options, onChange }: SegmentsProps<V>): VNode {
  return (
    <fieldset class="ui-segments" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <small>{option.count}</small>}
        </button>
      ))}
    </fieldset>
  );
}
