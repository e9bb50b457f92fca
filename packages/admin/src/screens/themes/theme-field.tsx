import { Select } from '@inlay/ui/controls/select';
import type { VNode } from 'preact';
import { itemsOf } from '../../api/items-of.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { Link } from '../../parts/text/link.tsx';
import { allThemes } from './queries.ts';

interface ThemeFieldProps {
  readonly id?: string;
  /** The name of the theme; empty if none is chosen. */
  readonly value: string;
  readonly none: string;
  readonly error?: string | undefined;
  readonly onChange: (name: string) => void;
}

/** Selects one of the tenant's themes. */
export function ThemeField({ none, ...field }: ThemeFieldProps): VNode {
  const t = useMessages('admin').themeField;
  const themes = itemsOf(useQuery(allThemes));
  const names = new Set([field.value, ...(themes ?? []).map(({ name }) => name)]);
  names.delete('');
  return (
    <Select
      {...field}
      label={t.label}
      hint={themes?.length === 0 ? <Link to="/themes/new">{t.create}</Link> : undefined}
      options={
        themes && [{ value: '', label: none }, ...[...names].map((name) => ({ value: name, label: name }))]
      }
    />
  );
}
