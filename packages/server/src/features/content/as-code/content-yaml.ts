import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { isNode, LineCounter, parseDocument, stringify } from 'yaml';

/** Content as a file for people to read, compare and edit; the first line gives editors completion. */
export function toYaml(schema: object, value: unknown, schemaPath: string): string {
  const text = stringify(orderKeys(schema, value), { lineWidth: 0, aliasDuplicateObjects: false });
  return `# yaml-language-server: $schema=${schemaPath}\n${text}`;
}

export interface ParsedFile {
  readonly value: unknown;
  readonly problems: readonly LocatedProblem[];
  /** The line of a path, or of its nearest ancestor. */
  lineOf(path: string): number;
}

export interface LocatedProblem extends FieldProblem {
  readonly line: number;
}

export function parseYaml(text: string): ParsedFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const problems = document.errors.map(({ message, pos }) => ({
    path: '',
    line: lines.linePos(pos[0]).line,
    problem: `cannot be read: ${message}`,
  }));
  const lineOf = (path: string) => {
    const segments = path.split('/').slice(1);
    for (let length = segments.length; length > 0; length -= 1) {
      const node = document.getIn(segments.slice(0, length), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  if (problems.length > 0) return { value: undefined, problems, lineOf };
  try {
    return { value: document.toJS({ maxAliasCount: 100 }), problems, lineOf };
  } catch (error) {
    // Protects against aliases that multiply ("billion laughs").
    const problem = `cannot be read: ${(error as Error).message}`;
    return { value: undefined, problems: [{ path: '', line: 1, problem }], lineOf };
  }
}

type Schema = Readonly<Record<string, unknown>>;

/** The value with its keys in schema order, so that repeated exports do not differ. */
function orderKeys(schema: object, value: unknown): unknown {
  return order([schema as Schema], value, {});
}

/** A union counts as all of its variants at once: their common keys have the same order anyway. */
function order(schemas: readonly Schema[], value: unknown, outer: Readonly<Record<string, Schema>>): unknown {
  const definitions = Object.assign({}, outer, ...schemas.map(({ $defs }) => $defs)) as Record<
    string,
    Schema
  >;
  const variants = schemas.flatMap((schema) => variantsOf(schema, definitions));
  if (Array.isArray(value)) {
    const items = variants.flatMap(({ items: item }) => (item ? [item as Schema] : []));
    return value.map((item) => order(items, item, definitions));
  }
  if (typeof value !== 'object' || value === null) return value;
  const keys = variants.flatMap(({ properties }) => Object.keys((properties as object | undefined) ?? {}));
  const rank = (key: string) => (keys.includes(key) ? keys.indexOf(key) : keys.length);
  const sorted = Object.entries(value).toSorted(
    ([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0),
  );
  return Object.fromEntries(
    sorted.map(([key, item]) => [
      key,
      order(
        variants.flatMap((variant) => schemasAt(variant, key)),
        item,
        definitions,
      ),
    ]),
  );
}

function variantsOf(schema: Schema, definitions: Readonly<Record<string, Schema>>): readonly Schema[] {
  const target = typeof schema.$ref === 'string' ? definitions[schema.$ref] : undefined;
  if (target) return variantsOf(target, definitions);
  if (!Array.isArray(schema.anyOf)) return [schema];
  return (schema.anyOf as readonly Schema[]).flatMap((variant) => variantsOf(variant, definitions));
}

function schemasAt({ properties, patternProperties }: Schema, key: string): readonly Schema[] {
  const own = (properties as Readonly<Record<string, Schema>> | undefined) ?? {};
  if (Object.hasOwn(own, key)) return [own[key] as Schema];
  return Object.values((patternProperties as Readonly<Record<string, Schema>> | undefined) ?? {});
}
