/** Usernames have up to 256 characters; decomposed, one may take three code units. */
const maxFolded = 1024;

/** Spelling variants of one username share one account and one login counter. */
export function usernameKey(username: string): string {
  // Normalizing takes quadratic time for long runs of combining marks, and no user has a name this long.
  if (username.length > maxFolded) return username;
  return username.trim().normalize('NFKC').toLowerCase().normalize('NFKC');
}
