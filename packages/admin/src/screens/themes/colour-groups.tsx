import { createTheme } from '@inlay/charts/theme/create-theme';
import { themeProblems } from '@inlay/charts/theme/theme-problems';
import type { VNode } from 'preact';
import { counted } from '../../parts/counted.ts';
import { ColourField } from './colour-field.tsx';
import { contentOf, type Mode, type ThemeDraft, withColour } from './theme-draft.ts';
import { tokenGroups } from './token-groups.ts';

interface ColourGroupsProps {
  readonly draft: ThemeDraft;
  readonly mode: Mode;
  readonly onChange: (draft: ThemeDraft) => void;
}

/** All colours of one look. A group in which something cannot be read is open. */
export function ColourGroups({ draft, mode, onChange }: ColourGroupsProps): VNode {
  const { tokens } = createTheme({ mode, overrides: draft[mode] });
  const problems = themeProblems(contentOf(draft));
  const here = new Map(problems.filter((each) => each.mode === mode).map((each) => [each.token, each]));
  const elsewhere = problems.length - here.size;
  return (
    <>
      {elsewhere > 0 && (
        <p class="ui-field-error" role="status">
          In the {mode === 'light' ? 'dark' : 'light'} look {counted(elsewhere, 'colour')} cannot be read.
        </p>
      )}
      {tokenGroups.map(({ title, hint, tokens: listed, first }) => (
        <details key={title} class="colours" open={first || listed.some(([token]) => here.has(token))}>
          <summary>
            <h3>{title}</h3>
            <span class="colours-strip" aria-hidden="true">
              {listed.map(([token]) => (
                <span key={token} style={{ background: tokens[token] }} />
              ))}
            </span>
          </summary>
          <p class="small muted">{hint}</p>
          <ul>
            {listed.map(([token, name]) => (
              <ColourField
                key={token}
                name={name}
                colour={tokens[token]}
                own={token in draft[mode]}
                problem={here.get(token)}
                onChange={(colour) => onChange(withColour(draft, mode, token, colour))}
              />
            ))}
          </ul>
        </details>
      ))}
    </>
  );
}
