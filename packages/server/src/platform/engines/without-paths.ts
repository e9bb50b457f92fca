/** An absolute path of two names or more; one that follows a word or a colon is part of an address or a division. */
const PATH = /(?<![\w:/])\/(?:[^\s/"'`,;:()]+\/)+([^\s/"'`,;:()]*)/g;

/** A text in which each path is only its last name: where this server keeps its files is nobody's business. */
export const withoutPaths = (text: string): string => text.replaceAll(PATH, '$1');
