import { slugOf } from '@inlay/protocol/slug-of';

/** A readable identifier that nothing else has: `sales`, then `sales-2`. */
export function freeId(name: string, taken: ReadonlySet<string>, otherwise: string): string {
  const slug = slugOf(name) || otherwise;
  let id = slug;
  for (let count = 2; taken.has(id); count += 1) id = `${slug}-${count}`;
  return id;
}
