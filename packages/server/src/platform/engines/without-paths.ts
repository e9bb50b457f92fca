/** An absolute path of two names or more; one that follows a word or a colon is part of an address or a division. */
const PATH = /(?<![\w:/])\/(?:[^\s/"'`,;:()]+\/)+([^\s/"'`,;:()]*)/g;

/** Shortens each path in a text to its last name, so that a message does not reveal where the server keeps its files. */
export const withoutPaths = (text: string): string => text.replaceAll(PATH, '$1');
