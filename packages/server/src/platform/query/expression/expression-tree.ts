import type { Span } from './expression-error.ts';

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** An expression as it was written: names are not resolved and types not checked. */
export type Expression = Span &
  (
    | { readonly kind: 'number'; readonly text: string }
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'date'; readonly text: string }
    | { readonly kind: 'boolean'; readonly value: boolean }
    | { readonly kind: 'null' }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'negative'; readonly of: Expression }
    | {
        readonly kind: 'arithmetic';
        readonly operator: ArithmeticOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly kind: 'comparison';
        readonly operator: ComparisonOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly kind: 'logic';
        readonly operator: 'and' | 'or';
        readonly left: Expression;
        readonly right: Expression;
      }
    | { readonly kind: 'not'; readonly of: Expression }
    | { readonly kind: 'is-null'; readonly of: Expression }
    | { readonly kind: 'in'; readonly of: Expression; readonly items: readonly Expression[] }
    | {
        readonly kind: 'case';
        readonly branches: readonly { readonly when: Expression; readonly value: Expression }[];
        readonly otherwise: Expression | undefined;
      }
    | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  );
