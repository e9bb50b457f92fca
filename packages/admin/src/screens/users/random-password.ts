const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Twenty characters that no one confuses with each other when reading them out, about 116 bits. */
export function randomPassword(): string {
  const picked: string[] = [];
  // Bytes past the last whole multiple would favour the first letters.
  const fair = 256 - (256 % letters.length);
  while (picked.length < 20) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) picked.push(letters[byte % letters.length] ?? '');
  }
  return picked.join('');
}
