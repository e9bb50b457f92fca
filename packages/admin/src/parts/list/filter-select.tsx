import type { VNode } from 'preact';
import { query, setQuery } from '../../router.ts';

interface FilterSelectProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}

/** Filters a list; the choice is part of the address. The first option is no filter. */
export function FilterSelect({ name, label, options }: FilterSelectProps): VNode {
  const chosen = query.value.get(name);
  return (
    <select
      class="ui-input ui-select"
      aria-label={label}
      value={options.find(([value]) => value === chosen)?.[0] ?? ''}
      onChange={(event) => setQuery({ [name]: event.currentTarget.value, page: '' })}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
