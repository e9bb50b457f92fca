import { type AlikeColors, alikeColors } from '@inlay/charts/theme/alike-colors';
import { createTheme } from '@inlay/charts/theme/create-theme';
import { type ThemeProblem, themeProblems } from '@inlay/charts/theme/theme-problems';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { numberText } from '../../parts/text/number-text.ts';
import { ColorField } from './color-field.tsx';
import { contentOf, type Mode, type ThemeDraft, withColor } from './theme-draft.ts';
import { tokenGroups } from './token-groups.ts';

interface ColorGroupsProps {
  readonly draft: ThemeDraft;
  readonly mode: Mode;
  readonly onChange: (draft: ThemeDraft) => void;
}

/** All colors of one mode. A group with an unreadable color is open. */
export function ColorGroups({ draft, mode, onChange }: ColorGroupsProps): VNode {
  const messages = useMessages('tenant').themes;
  const t = messages.edit;
  const { tokens } = createTheme({ mode, overrides: draft[mode] });
  const groups = tokenGroups(messages);
  const names = new Map(groups.flatMap((group) => group.tokens));
  const problems = themeProblems(contentOf(draft));
  const here = new Map(problems.filter((each) => each.mode === mode).map((each) => [each.token, each]));
  const alike = new Map<string, AlikeColors>(alikeColors(tokens).map((each) => [each.token, each]));
  const alikeText = ({ other, vision }: AlikeColors) =>
    t.alike({ other: names.get(other) ?? other, vision: vision === 'normal' ? vision : 'other' });
  const elsewhere = problems.length - here.size;
  const problemText = ({ background, contrast, minContrast }: ThemeProblem) => {
    const values = { contrast: contrastText(contrast), minContrast: numberText(minContrast) };
    return background === undefined
      ? t.unreadableCell(values)
      : t.lowContrast({ ...values, background: names.get(background) ?? background });
  };
  return (
    <>
      {elsewhere > 0 && (
        <p class="ui-field-error" role="status">
          {mode === 'light'
            ? t.unreadableDark({ count: elsewhere })
            : t.unreadableLight({ count: elsewhere })}
        </p>
      )}
      {groups.map(({ title, hint, tokens: listed, isCommon }) => (
        <details key={title} class="colors" open={isCommon || listed.some(([token]) => here.has(token))}>
          <summary>
            <h3>{title}</h3>
            <span class="colors-strip" aria-hidden="true">
              {listed.map(([token]) => (
                <span key={token} style={{ background: tokens[token] }} />
              ))}
            </span>
          </summary>
          <p class="ui-small ui-muted">{hint}</p>
          <ul>
            {listed.map(([token, name]) => {
              const problem = here.get(token);
              const similar = alike.get(token);
              return (
                <ColorField
                  key={token}
                  name={name}
                  color={tokens[token]}
                  isOwn={token in draft[mode]}
                  error={problem && problemText(problem)}
                  better={problem?.better}
                  warning={similar && alikeText(similar)}
                  onChange={(color) => onChange(withColor(draft, mode, token, color))}
                />
              );
            })}
          </ul>
        </details>
      ))}
    </>
  );
}

/** Rounded down: 4.496 must not read as the 4.5 it fails. */
const contrastText = (ratio: number): string =>
  numberText(Math.floor(ratio * 100) / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
