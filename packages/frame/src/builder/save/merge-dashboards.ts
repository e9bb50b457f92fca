import type { BuilderContent, BuilderItem } from '@inlay/content/builder';
import { arrange } from '../layout/arrange.ts';

/** What somebody changed: fields of the dashboard by their name, items by `item:<id>`. */
export type Changed = ReadonlySet<string>;

export interface Merge {
  readonly mine: Changed;
  readonly theirs: Changed;
  /** Changed by both, and not alike. */
  readonly clashes: Changed;
  /** Everything of both, where nothing clashes. */
  readonly merged: BuilderContent | undefined;
}

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);
const fieldsOf = (content: BuilderContent) =>
  Object.keys(content).filter((name) => name !== 'items') as Exclude<keyof BuilderContent, 'items'>[];
const byId = (items: readonly BuilderItem[]) => new Map(items.map((item) => [item.id, item]));

export function changesBetween(before: BuilderContent, after: BuilderContent): Changed {
  const fields = [...new Set([...fieldsOf(before), ...fieldsOf(after)])].filter(
    (name) => !same(before[name], after[name]),
  );
  const [old, now] = [byId(before.items), byId(after.items)];
  const items = [...new Set([...old.keys(), ...now.keys()])].filter((id) => !same(old.get(id), now.get(id)));
  return new Set([...fields, ...items.map((id) => `item:${id}`)]);
}

/** Three-way: what only one of two editors changed counts, as long as both did not change the same part. */
export function mergeDashboards(base: BuilderContent, mine: BuilderContent, theirs: BuilderContent): Merge {
  const mineChanged = changesBetween(base, mine);
  const theirsChanged = changesBetween(base, theirs);
  const differs = changesBetween(mine, theirs);
  const clashes = new Set([...mineChanged].filter((part) => theirsChanged.has(part) && differs.has(part)));
  return {
    mine: mineChanged,
    theirs: theirsChanged,
    clashes,
    merged: clashes.size > 0 ? undefined : combine(mine, theirs, mineChanged),
  };
}

function combine(mine: BuilderContent, theirs: BuilderContent, changed: Changed): BuilderContent {
  const own = byId(mine.items);
  const kept = theirs.items.flatMap((item) =>
    changed.has(`item:${item.id}`) ? (own.get(item.id) ?? []) : item,
  );
  const known = byId(theirs.items);
  const added = mine.items.filter(({ id }) => changed.has(`item:${id}`) && !known.has(id));
  const merged: Record<string, unknown> = { ...theirs };
  for (const name of fieldsOf(mine)) if (changed.has(name)) merged[name] = mine[name];
  for (const name of fieldsOf(theirs)) if (changed.has(name) && !(name in mine)) delete merged[name];
  // Both may have put something at the same place: mine stays, and theirs makes room.
  const items = arrange(
    [...kept, ...added],
    new Set(mine.items.filter(({ id }) => changed.has(`item:${id}`)).map(({ id }) => id)),
  );
  return { ...merged, items } as BuilderContent;
}
