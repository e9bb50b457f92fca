/** The API names a field by its place in what was sent (`/username is taken`); a person reads words. */
export function plainMessage(message: string): string {
  return message.replaceAll(/(^|[;(] ?)\/([\w/-]+)(?= )/g, (_, before: string, pointer: string) => {
    const words = pointer.split('/').map(wordsOf).join(' ');
    return before + (before === '' ? words.charAt(0).toUpperCase() + words.slice(1) : words);
  });
}

/** `firstName` becomes `first name`; a place in a list is counted from one. */
function wordsOf(segment: string): string {
  if (/^\d+$/.test(segment)) return String(Number(segment) + 1);
  return segment.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
