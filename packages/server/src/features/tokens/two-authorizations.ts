const NAME = 'authorization';

/**
 * Whether a request names its caller twice. Node keeps the first and drops the others without a word, where a proxy in
 * front may have looked at the last (RFC 9110 §5.3: the field may be sent once).
 */
export function hasTwoAuthorizations(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === NAME.length && name.toLowerCase() === NAME) count += 1;
  }
  return count > 1;
}
