import { contrast, readableAgainst } from './contrast.ts';
import { divergeTokens, rampTokens, seriesTokens, type Token, type Tokens } from './tokens.ts';

export interface ContrastProblem {
  readonly token: Token;
  /** Starts with a verb, since it follows the token's name. */
  readonly problem: string;
  /** A similar color that has enough contrast, if there is one. */
  readonly better?: string;
  /** The token with which the contrast is too low; none if nothing is readable on the color. */
  readonly background?: Token;
  readonly contrast: number;
  readonly minContrast: number;
}

/** WCAG 2.2, AA: text (1.4.3) and other essential graphics (1.4.11). */
const WORDS = 4.5;
const MARKS = 3;

/** Colors with too little contrast to their background, for text and for marks. */
export function contrastProblems(tokens: Tokens): readonly ContrastProblem[] {
  const problems: ContrastProblem[] = [];
  const demand = (token: Token, grounds: readonly Token[], least: number) => {
    const [worst] = grounds.toSorted((a, b) => contrastOn(a, token) - contrastOn(b, token)) as [Token];
    const found = contrastOn(worst, token);
    if (found >= least) return;
    const better = readableAgainst(tokens[worst], tokens[token], tokens.text);
    const helps = grounds.every((on) => contrast(better, tokens[on]) >= least);
    problems.push({
      token,
      ...(helps ? { better } : {}),
      background: worst,
      contrast: found,
      minContrast: least,
      problem: `is ${tokens[token]}, which has a contrast of ${shown(found)}:1 on ${worst} ${tokens[worst]}; it needs ${least}:1${helps ? `, for example ${better}` : ''}`,
    });
  };
  const contrastOn = (ground: Token, token: Token) => contrast(tokens[token], tokens[ground]);
  demand('text', ['surface', 'track'], WORDS);
  demand('text-muted', ['surface', 'track'], WORDS);
  for (const tone of ['good', 'warning', 'bad'] as const) demand(tone, ['surface', `${tone}-soft`], WORDS);
  for (const mark of [...seriesTokens, 'neutral', 'accent'] as const) demand(mark, ['surface'], MARKS);
  for (const cell of [...rampTokens, ...divergeTokens]) {
    const best = Math.max(contrast(tokens.text, tokens[cell]), contrast(tokens.surface, tokens[cell]));
    if (best < WORDS)
      problems.push({
        token: cell,
        contrast: best,
        minContrast: WORDS,
        problem: `is ${tokens[cell]}, on which neither text ${tokens.text} nor surface ${tokens.surface} can be read: the better has ${shown(best)}:1 and ${WORDS}:1 is needed`,
      });
  }
  return problems;
}

/** Truncated, not rounded: 4.496 must not appear as 4.5. */
const shown = (ratio: number) => (Math.floor(ratio * 100) / 100).toFixed(2);
