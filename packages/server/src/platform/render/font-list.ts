const IDENTIFIER = /^-?[A-Za-z_][\w-]*$/;

/**
 * Font names as a style sheet may hold them, whatever was stored: names that need quotes are in pairs of them, since
 * one alone would make text of the rules that follow.
 */
export function fontList(font: string): string {
  const names = font.split(',').map((name) => name.replaceAll(/[^\w -]/g, '').trim());
  return names
    .filter((name) => name !== '')
    .map((name) => (IDENTIFIER.test(name) ? name : `"${name}"`))
    .join(', ');
}
