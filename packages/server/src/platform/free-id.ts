import { slugOf } from '@inlay/protocol/slug-of';
import { newId } from './new-id.ts';

/** A readable id from a name; with a suffix where something else has it. */
export async function freeId(name: string, isTaken: (id: string) => Promise<boolean>): Promise<string> {
  const slug = slugOf(name);
  if (slug === '') return newId();
  return (await isTaken(slug)) ? `${slug}-${newId().slice(-6)}` : slug;
}
