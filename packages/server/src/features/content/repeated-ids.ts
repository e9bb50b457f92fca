import type { FieldProblem } from '@inlay/protocol/shape-errors';

export function repeatedIds(
  things: readonly { readonly id: string }[],
  path: string,
): readonly FieldProblem[] {
  const seen = new Set<string>();
  return things.flatMap(({ id }, index) => {
    if (seen.has(id)) return [{ path: `${path}/${index}/id`, problem: `repeats '${id}'` }];
    seen.add(id);
    return [];
  });
}
