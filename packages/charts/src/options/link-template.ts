/**
 * An https URL with columns in braces after the host, or one column in braces whose values are URLs. The result is
 * checked again with the values of each row (`cellLinks`).
 */
export const linkPattern =
  '^(?:https://[A-Za-z0-9._-]+(?::\\d{1,5})?(?:[/?#](?:[^\\s\\\\{}]|\\{[^{}]+\\})*)?|\\{[^{}]+\\})$';

const template = new RegExp(linkPattern);

export const isLinkTemplate = (text: string): boolean => template.test(text);
