import type { Page } from '@inlay/protocol/pagination';
import { Field } from '@inlay/ui/field';
import type { VNode } from 'preact';
import { useAnswer } from '../../api/use-answer.ts';
import { Link } from '../../parts/link.tsx';
import type { ShownTheme } from './theme-draft.ts';

interface ThemeFieldProps {
  /** Empty: none is chosen. */
  readonly name: string;
  /** What holds where none is chosen. */
  readonly none: string;
  readonly problem?: string | undefined;
  readonly onChoose: (name: string) => void;
}

/** Selects one of the tenant's themes. */
export function ThemeField({ name, none, problem, onChoose }: ThemeFieldProps): VNode {
  const themes = useAnswer<Page<ShownTheme>>('themes?limit=200').data?.data ?? [];
  const names = new Set([...(name === '' ? [] : [name]), ...themes.map((theme) => theme.name)]);
  return (
    <Field
      label="Theme"
      error={problem}
      hint={themes.length === 0 ? <Link to="/themes/new">Make a look of your own</Link> : undefined}
    >
      <select
        class="ui-input ui-select"
        value={name}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <option value="">{none}</option>
        {[...names].map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </Field>
  );
}
