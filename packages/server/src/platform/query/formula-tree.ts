import type { DatasetColumn } from '@inlay/protocol/dataset';

/** How a measure is computed: aggregates of columns, and arithmetic over them. */
export type Formula =
  | { readonly kind: 'rows' }
  | { readonly kind: 'aggregate'; readonly aggregate: Aggregate; readonly column: DatasetColumn }
  | { readonly kind: 'number'; readonly value: number }
  | {
      readonly kind: 'arithmetic';
      readonly operator: '+' | '-' | '*' | '/';
      readonly left: Formula;
      readonly right: Formula;
    };

export type Aggregate = 'sum' | 'average' | 'count' | 'distinct' | 'min' | 'max' | 'median';
