/** OpenID Connect Core 1.0 §2, for subjects. */
const MAX_ID = 255;

/** Whether a provider can name somebody or something by this value. No store has the character U+0000. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_ID && !value.includes('\u0000');
