import { QueryError } from '../errors/query-error.ts';
import { ExpressionError } from '../expression/expression-error.ts';
import type { Expression } from '../expression/expression-tree.ts';
import { parseExpression } from '../expression/parse-expression.ts';
import type { Formula } from './formula-tree.ts';

/** How numbers and names are converted. */
interface Leaves {
  number(value: number): Formula;
  measure(name: string): Formula;
}

/** Reads arithmetic over measures, `(revenue - [unit cost]) * 100 / revenue`, into a formula. */
export function parseArithmetic(text: string, path: string, leaf: Leaves): Formula {
  try {
    return toFormula(parseExpression(text, 'arithmetic'), leaf);
  } catch (error) {
    if (error instanceof ExpressionError) throw new QueryError(path, error.message);
    throw error;
  }
}

function toFormula(expression: Expression, leaf: Leaves): Formula {
  switch (expression.kind) {
    case 'number':
      // A number that every engine reads exactly, without an exponent.
      if (!/^\d{0,15}(?:\.\d{1,12})?$/.test(expression.text))
        throw new ExpressionError(
          expression,
          `${expression.text.slice(0, 40)} has more than 15 digits before or 12 after the decimal point`,
        );
      return leaf.number(Number(expression.text));
    case 'name':
      return leaf.measure(expression.name);
    case 'negative': {
      const zero: Formula = { kind: 'number', value: 0 };
      return { kind: 'arithmetic', operator: '-', left: zero, right: toFormula(expression.of, leaf) };
    }
    case 'arithmetic': {
      const { operator } = expression;
      if (operator === '%') break;
      const left = toFormula(expression.left, leaf);
      return { kind: 'arithmetic', operator, left, right: toFormula(expression.right, leaf) };
    }
  }
  throw new ExpressionError(expression, 'measures can only be combined with + - * / and parentheses');
}
