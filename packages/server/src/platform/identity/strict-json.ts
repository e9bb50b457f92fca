/** Deeper than real contexts, and far from a stack overflow. */
export const maxLevels = 64;

/**
 * Parses a JSON object without duplicate names (RFC 7515 §4, RFC 7519 §4), on which parsers may disagree. Undefined
 * for anything else, or for nesting beyond 64 levels.
 */
export function parseStrictObject(text: string): Readonly<Record<string, unknown>> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  // Each name has one colon, and parsing drops duplicate names: fewer names than colons means duplicates.
  return countColons(text) === countNames(value, maxLevels) ? value : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is nested deeper than `levels`; looks no deeper than that. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/** Colons outside of strings. `text` is known to be JSON. */
function countColons(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === colon) count += 1;
    else if (code === quote) at = endOfString(text, at + 1);
  }
  return count;
}

function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** NaN if the value is nested deeper than `levels`. */
function countNames(value: object, levels: number): number {
  if (levels === 0) return Number.NaN;
  const names = Object.keys(value);
  let count = Array.isArray(value) ? 0 : names.length;
  for (const name of names) {
    const inner = value[name as keyof typeof value] as unknown;
    if (typeof inner === 'object' && inner !== null) count += countNames(inner, levels - 1);
  }
  return count;
}
