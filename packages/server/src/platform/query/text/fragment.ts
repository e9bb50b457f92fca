import type { Statement, StatementParam } from '../../engines/engine.ts';
import type { Literal } from '../../rules/typed-literal.ts';
import type { Dialect } from './dialect.ts';
import type { BoundPart, Sql } from './sql.ts';

/** `` sql`${column} = ${literal}` ``: a plain string cannot be interpolated, so no value is ever pasted. */
export function sql(texts: TemplateStringsArray, ...values: readonly (Sql | Literal)[]): Sql {
  const parts: (string | BoundPart)[] = [];
  texts.forEach((text, index) => {
    if (text !== '') parts.push(text);
    const value = values[index];
    if (value === undefined) return;
    if ('parts' in value) parts.push(...value.parts);
    else parts.push({ literal: value, bare: false });
  });
  return { parts };
}

/** Text that this code wrote or that a dialect quoted. Never a value, never a name as a person typed it. */
export function trusted(text: string): Sql {
  return { parts: [text] };
}

export function bare(literal: Literal): Sql {
  return { parts: [{ literal, bare: true }] };
}

export function join(fragments: readonly Sql[], separator: string): Sql {
  return {
    parts: fragments.flatMap((fragment, index) =>
      index === 0 ? fragment.parts : [separator, ...fragment.parts],
    ),
  };
}

/** A statement with, for each parameter, the place its value came from. */
export interface CompiledStatement extends Statement {
  readonly origins: readonly string[];
}

export function render(fragment: Sql, dialect: Dialect): CompiledStatement {
  const params: StatementParam[] = [];
  const origins: string[] = [];
  const text = fragment.parts.map((part) => {
    if (typeof part === 'string') return part;
    params.push(dialect.param(part.literal));
    origins.push(part.literal.origin);
    const placeholder = dialect.placeholder(params.length, part.literal.type);
    return part.bare ? placeholder : dialect.bound(part.literal.type, placeholder);
  });
  return { sql: text.join(''), params, origins };
}
