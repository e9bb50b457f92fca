import type { Literal } from '../../rules/typed-literal.ts';

export interface BoundPart {
  readonly literal: Literal;
  /** Without a cast: the engine infers the type from the context. */
  readonly bare: boolean;
}

/** A piece of SQL. Text in it was written in this code base; everything else is a `Literal` and will be bound. */
export interface Sql {
  readonly parts: readonly (string | BoundPart)[];
}
