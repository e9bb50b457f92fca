/** Every value named `text`, however deep. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    name === 'text' && typeof item === 'string' ? [item] : textsIn(item),
  );
}
