/** The number of scalars per part. */
const CHUNK = 1000;

/** A value as JSON in lazily generated parts, because serializing a long list of cells takes a while. */
export function* jsonParts(value: unknown): Iterable<string> {
  if (typeof value !== 'object' || value === null) yield JSON.stringify(value ?? null);
  else if (Array.isArray(value)) yield* listParts(value);
  else {
    let before = '{';
    for (const [name, item] of Object.entries(value)) {
      if (item === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* jsonParts(item);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  }
}

function* listParts(list: readonly unknown[]): Iterable<string> {
  yield '[';
  for (let start = 0; start < list.length; start += CHUNK) {
    const chunk = list.slice(start, start + CHUNK);
    if (start > 0) yield ',';
    // Nested lists and objects are split as well.
    if (!chunk.some((item) => typeof item === 'object' && item !== null)) {
      yield JSON.stringify(chunk).slice(1, -1);
      continue;
    }
    for (const [index, item] of chunk.entries()) {
      if (index > 0) yield ',';
      yield* jsonParts(item);
    }
  }
  yield ']';
}
