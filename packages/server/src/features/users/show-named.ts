import { time } from '../../platform/http/show.ts';
import type { NamedRow } from '../../platform/store/schema.ts';

/** A group or workspace as the API returns it. */
export function showNamed({ id, name, created_at, updated_at }: NamedRow) {
  return { id, name, createdAt: time(created_at), updatedAt: time(updated_at) };
}
