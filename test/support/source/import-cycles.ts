import { posix } from 'node:path';
import type { Import } from './read-imports.ts';

/** The file that a relative import names. */
export function resolved({ file, specifier }: Import): string {
  return posix.join(posix.dirname(file), specifier);
}

/** Strongly connected groups of more than one file. */
export function importCycles(all: readonly Import[]): readonly (readonly string[])[] {
  const targets = new Map<string, string[]>();
  for (const found of all.filter(({ specifier }) => specifier.startsWith('.')))
    targets.set(found.file, [...(targets.get(found.file) ?? []), resolved(found)]);
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
