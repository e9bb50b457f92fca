import type { Variables } from '@inlay/protocol/frame-messages';
import type { ColumnType } from '@inlay/protocol/result';
import type { ContextPath } from '@inlay/protocol/rule';
import {
  type ContextReader,
  type ContextScalar,
  type Reading,
  readingOf,
  readPath,
} from '../../rules/context-reading.ts';
import type { Finding } from '../../rules/evaluate-visibility.ts';
import type { Reason } from '../../rules/reason.ts';
import { type Literal, typedLiteral } from '../../rules/typed-literal.ts';
import { QueryError } from '../errors/query-error.ts';
import type { Dialect } from './dialect.ts';
import { join, sql, trusted } from './fragment.ts';
import { scanSql } from './scan-sql.ts';
import type { Sql } from './sql.ts';

/** A dataset's SQL, cut at its placeholders, with one viewer's values. */
export interface BoundTemplate {
  readonly parts: readonly (string | TemplateValue)[];
  /** Placeholders for which the context has no value; any of them denies every row. */
  readonly denials: readonly Finding[];
}

interface TemplateValue {
  readonly path: TemplatePath;
  /** Several for a list; none where the viewer is denied. */
  readonly literals: readonly Literal[];
}

const placeholderPattern = /\{\{([^{}]*)\}\}/g;
const pathPattern =
  /^(attributes\.[^\s{}][^{}]*|variables\.[A-Za-z_][A-Za-z0-9_]{0,63}|username|workspaceId|groups|roles)$/;
const typePattern = /^(.*\S)\s+as\s+(string|integer|decimal|number|boolean|date|datetime)$/is;

/** A value of the viewer's context, or one that the host page sent. */
type TemplatePath = ContextPath | `variables.${string}`;

/** The origin of a value, and the type it must have. */
export interface TemplatePlaceholder {
  readonly path: TemplatePath;
  readonly type: Exclude<ColumnType, 'json'>;
}

/**
 * Reads `{{ attributes.region }}` and `{{ attributes.floor as integer }}` in a dataset's SQL against a viewer's context.
 * Without a type text is meant, and a value of another type denies: MySQL finds `region = 0` true for every name.
 * `{{ variables.region }}` is what the host page said, which any viewer can change: it filters, but protects nothing.
 */
export function readTemplate(text: string, reader: ContextReader, variables: Variables): BoundTemplate {
  const denials: Finding[] = [];
  const parts = splitTemplate(text).map((part) => {
    if (typeof part === 'string') return part;
    const literals = literalsOf(part, reader, variables);
    if (typeof literals !== 'function') return { path: part.path, literals };
    denials.push({ path: '/source/sql', outcome: 'unknown', reason: literals });
    return { path: part.path, literals: [] };
  });
  return { parts, denials };
}

/** Text and placeholders in turn; throws where a placeholder names nothing that dataset SQL can use. */
export function splitTemplate(text: string): readonly (string | TemplatePlaceholder)[] {
  const parts: (string | TemplatePlaceholder)[] = [];
  let end = 0;
  for (const match of text.matchAll(placeholderPattern)) {
    const { path, type } = readPlaceholder((match[1] ?? '').trim());
    if (path.startsWith('secrets.')) {
      throw new QueryError(
        '/source/sql',
        `{{ ${path} }}: secrets can only be used in connections, never in SQL`,
      );
    }
    if (!pathPattern.test(path)) {
      throw new QueryError(
        '/source/sql',
        `{{ ${path} }} is not available. Use attributes.<key>, variables.<name>, username, workspaceId, groups or roles`,
      );
    }
    parts.push(text.slice(end, match.index), { path: path as TemplatePath, type });
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  if (parts.some((part) => typeof part === 'string' && /\{\{|\}\}/.test(part))) {
    throw new QueryError('/source/sql', 'a {{ or }} is unmatched');
  }
  return parts;
}

/** The SQL as a subquery's body: each placeholder bound, and refused where an engine would not see a parameter. */
export function bindTemplate(template: BoundTemplate, dialect: Dialect): Sql {
  const scan = scanSql(dialect.lexicon);
  const fragments = template.parts.map((part) => {
    if (typeof part === 'string') {
      scan.read(part);
      return trusted(part);
    }
    const place = scan.place();
    if (place !== 'code') {
      throw new QueryError(
        '/source/sql',
        `{{ ${part.path} }} is inside a ${place}. Use it as a value without quotes; it is bound as a parameter`,
      );
    }
    return part.literals.length === 0
      ? trusted('NULL')
      : join(
          part.literals.map((literal) => sql`${literal}`),
          ', ',
        );
  });
  scan.finish();
  return join(fragments, '');
}

function readPlaceholder(text: string): {
  readonly path: string;
  readonly type: TemplatePlaceholder['type'];
} {
  const [, path, type] = typePattern.exec(text) ?? [];
  if (path === undefined || type === undefined) return { path: text, type: 'string' };
  return { path, type: type.toLowerCase() as TemplatePlaceholder['type'] };
}

function literalsOf(
  { path, type }: TemplatePlaceholder,
  reader: ContextReader,
  variables: Variables,
): readonly Literal[] | Reason {
  const reading = isVariable(path) ? readVariable(variables, path) : readPath(reader, path);
  if (reading.kind === 'missing') return ({ rules }) => rules.missing({ value: path });
  // The SQL may say NOT IN, so a list that lost entries cannot be used at all.
  if (reading.kind !== 'value') return ({ rules }) => rules.unknown({ value: path });
  const literals: Literal[] = [];
  for (const value of [reading.value].flat() as readonly ContextScalar[]) {
    const typed = typedLiteral({ name: path, type }, value, path);
    if (!typed.ok) {
      const { wanted, actual } = typed;
      return ({ types }) =>
        types.placeholder({
          value: path,
          type,
          wanted: types.wanted[wanted],
          actual: types.actual[actual],
        });
    }
    literals.push(typed.literal);
  }
  return literals;
}

const isVariable = (path: TemplatePath): path is `variables.${string}` => path.startsWith('variables.');

function readVariable(variables: Variables, path: string): Reading {
  const name = path.slice('variables.'.length);
  return readingOf(Object.hasOwn(variables, name) ? variables[name] : undefined);
}
