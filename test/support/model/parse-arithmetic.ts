import { Fraction, ZERO } from './fraction.ts';

/** A number, the name of a measure, or two of these combined. */
export type Arithmetic =
  | Fraction
  | string
  | { readonly operator: string; readonly left: Arithmetic; readonly right: Arithmetic };

/** Reads `([revenue] - 2.5) / -[units]`. */
export function parseArithmetic(text: string): Arithmetic {
  const tokens = text.match(/\[[^\]]+\]|[\d.]+|[-+*/()]/g) ?? [];
  let at = 0;
  const next = () => tokens[at++] ?? '';
  const combined = (operators: readonly string[], operand: () => Arithmetic) => (): Arithmetic => {
    let left = operand();
    while (operators.includes(tokens[at] ?? '')) left = { operator: next(), left, right: operand() };
    return left;
  };
  const single = (): Arithmetic => {
    const token = next();
    if (token === '-') return { operator: '-', left: ZERO, right: single() };
    if (token.startsWith('[')) return token.slice(1, -1);
    if (token !== '(') return Fraction.of(token);
    const inner = sum();
    at += 1;
    return inner;
  };
  const sum = combined(['+', '-'], combined(['*', '/'], single));
  return sum();
}
