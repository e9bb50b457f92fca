/** A token or a tenant's metadata has a few KB, and nothing else is read. */
const maxBytes = 256 * 1024;

/** The body of a response; nothing if it is longer than anything that is expected, however well it is compressed. */
export async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    // Leaving the loop cancels the rest.
    if (bytes > maxBytes) return '';
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
