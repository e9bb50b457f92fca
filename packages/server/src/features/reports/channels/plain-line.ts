/** Line breaks, other controls, and what turns the direction of the text after it around. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/gu;

/** A value as one line of at most `max` characters, which changes nothing around it. */
export function plainLine(text: string, max: number): string {
  // Values may be megabytes long.
  const line = text
    .slice(0, 4 * max)
    .toWellFormed()
    .replaceAll(DIRECTIONS, '')
    .replaceAll(CONTROLS, ' ')
    .trim();
  return shortened(line, max);
}

/** Ends with an ellipsis if it was longer. Never splits a character. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = max - 1;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return `${text.slice(0, isSplit ? end - 1 : end).trimEnd()}…`;
}

/** The same for a place that must not be empty. */
export const visibleLine = (text: string, max: number): string => plainLine(text, max) || '–';
