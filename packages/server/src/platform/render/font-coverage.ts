/**
 * Which characters a font has, from the ranges of its `cmap` table (OpenType, format 12). Asked before a text is set
 * in the font: a missing character would be drawn as a box.
 */
export function fontCoverage(font: Buffer): (text: string) => boolean {
  const table = find(12, font.readUInt16BE(4), 16, (at) => font.toString('latin1', at, at + 4) === 'cmap');
  const cmap = table === undefined ? 0 : font.readUInt32BE(table + 8);
  const found = find(cmap + 4, font.readUInt16BE(cmap + 2), 8, (at) => {
    return font.readUInt16BE(cmap + font.readUInt32BE(at + 4)) === 12;
  });
  if (table === undefined || found === undefined) return () => false;
  const ranges = cmap + font.readUInt32BE(found + 4);
  const count = font.readUInt32BE(ranges + 12);
  const has = (codePoint: number) => {
    let [low, high] = [0, count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = ranges + 16 + middle * 12;
      if (codePoint < font.readUInt32BE(at)) high = middle - 1;
      else if (codePoint > font.readUInt32BE(at + 4)) low = middle + 1;
      else return true;
    }
    return false;
  };
  return (text) => {
    for (const character of text) if (!has(character.codePointAt(0) ?? 0)) return false;
    return true;
  };
}

function find(start: number, count: number, size: number, fits: (at: number) => boolean): number | undefined {
  for (let i = 0; i < count; i += 1) if (fits(start + i * size)) return start + i * size;
  return undefined;
}
