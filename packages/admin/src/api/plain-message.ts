/** Replaces the JSON pointer in an API message (`/username is taken`) with a readable name. */
export function plainMessage(message: string): string {
  return message.replaceAll(/(^|[;(] ?)\/([\w/-]+)(?=:? )/g, (_, before: string, pointer: string) => {
    const words = pointer.split('/').map(wordsOf).join(' ');
    return before + (before === '' ? words.charAt(0).toUpperCase() + words.slice(1) : words);
  });
}

/** `firstName` becomes `first name`; a place in a list is counted from one. */
function wordsOf(segment: string): string {
  if (/^\d+$/.test(segment)) return String(Number(segment) + 1);
  return segment.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
