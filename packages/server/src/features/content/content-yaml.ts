import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { isNode, LineCounter, parseDocument, stringify } from 'yaml';
import { orderKeys } from './order-keys.ts';

/** Content as a file that people read, compare and change; the first line lets editors complete it. */
export function toYaml(schema: object, value: unknown, schemaPath: string): string {
  const text = stringify(orderKeys(schema, value), { lineWidth: 0, aliasDuplicateObjects: false });
  return `# yaml-language-server: $schema=${schemaPath}\n${text}`;
}

export interface ParsedFile {
  readonly value: unknown;
  readonly problems: readonly LocatedProblem[];
  /** The line where a path of the value stands, or the nearest part above it. */
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
    // The guard against aliases that multiply ("billion laughs").
    const problem = `cannot be read: ${(error as Error).message}`;
    return { value: undefined, problems: [{ path: '', line: 1, problem }], lineOf };
  }
}
