import type { DatasetColumn } from '@inlay/protocol/dataset';
import { ExpressionError } from '../../platform/query/expression/expression-error.ts';
import { typeExpression } from '../../platform/query/expression/type-expression.ts';

interface ExpressionCheck {
  readonly expression: string;
  readonly columns: readonly DatasetColumn[];
  /** The column that the expression is for. */
  readonly column?: string | undefined;
}

/** The type of an expression, or where its first mistake is. */
export function checkExpression({ expression, columns, column }: ExpressionCheck) {
  const byName = new Map(columns.map((each) => [each.name, each]));
  try {
    return { type: typeExpression(expression, byName, column).type, problem: null };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { problem: message, position, length } = error;
    return { type: null, problem: { message, position, length } };
  }
}
