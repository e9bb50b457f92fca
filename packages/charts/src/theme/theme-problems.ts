import type { ThemeContent } from '@inlay/protocol/theme';
import { type ContrastProblem, contrastProblems } from './contrast-problems.ts';
import { createTheme } from './create-theme.ts';

export interface ThemeProblem extends ContrastProblem {
  readonly mode: 'light' | 'dark';
}

/** The contrast problems of a theme in each of its modes. */
export function themeProblems(content: ThemeContent): readonly ThemeProblem[] {
  const modes = (['light', 'dark'] as const).filter((mode) => shows(content, mode));
  return modes.flatMap((mode) => {
    const { tokens } = createTheme({ mode, overrides: content[mode] ?? {} });
    return contrastProblems(tokens).map((problem) => ({ mode, ...problem }));
  });
}

/** A theme that is always light is not checked for dark mode. */
const shows = ({ mode = 'auto', ...content }: ThemeContent, shown: 'light' | 'dark') =>
  mode === 'auto' || mode === shown || content[shown] !== undefined;
