import { Select } from '@inlay/ui/select';
import type { VNode } from 'preact';
import { useQuery } from '../../api/use-query.ts';
import { Link } from '../../parts/link.tsx';
import { allThemes } from './queries.ts';

interface ThemeFieldProps {
  readonly id?: string;
  /** The name of the theme; empty if none is chosen. */
  readonly value: string;
  /** What holds where none is chosen. */
  readonly none: string;
  readonly error?: string | undefined;
  readonly onChange: (name: string) => void;
}

/** Selects one of the tenant's themes. */
export function ThemeField({ none, ...field }: ThemeFieldProps): VNode {
  const themes = useQuery(allThemes).data?.data ?? [];
  const names = new Set([field.value, ...themes.map(({ name }) => name)]);
  names.delete('');
  return (
    <Select
      {...field}
      label="Theme"
      hint={themes.length === 0 ? <Link to="/themes/new">Make a look of your own</Link> : undefined}
      options={[{ value: '', label: none }, ...[...names].map((name) => ({ value: name, label: name }))]}
    />
  );
}
