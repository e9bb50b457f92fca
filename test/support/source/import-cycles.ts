import { posix } from 'node:path';
import { type Import, importsOf, type SourceFile } from './read-imports.ts';

/** The file that a relative import names. */
export function resolved({ file, specifier }: Import): string {
  return posix.join(posix.dirname(file), specifier);
}

/** Strongly connected groups of more than one file, whether they import each other by path or by package name. */
export function importCycles(sources: readonly SourceFile[]): readonly (readonly string[])[] {
  const files = new Set(sources.map(({ file }) => file));
  const targets = new Map(
    sources.map((source) => [
      source.file,
      importsOf(source).flatMap((found) => targetOf(found, files) ?? []),
    ]),
  );
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    let low = own;
    path.push(file);
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (path.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    lowest.set(file, low);
    if (low === own) {
      const group = path.splice(path.indexOf(file));
      if (group.length > 1) cycles.push(group);
    }
    return low;
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

/** A package exports the files in its `src`, without their extension. */
function targetOf(found: Import, files: ReadonlySet<string>): string | undefined {
  const [, name, path] = /^@inlay\/([^/]+)\/(.+)$/.exec(found.specifier) ?? [];
  const target = name === undefined ? resolved(found) : `packages/${name}/src/${path}`;
  return [target, `${target}.ts`, `${target}.tsx`].find((file) => files.has(file));
}
