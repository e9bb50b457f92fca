/** Identifies an image in an email, so that its HTML can show it (RFC 2392 §2). Nothing of it needs an escape. */
export const isContentId = (text: string): boolean => /^[\w.-]{1,100}@[\w.-]{1,253}$/.test(text);
