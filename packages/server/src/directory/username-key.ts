/** Spelling variants of one username share one account and one login counter. */
export function usernameKey(username: string): string {
  return username.trim().normalize('NFKC').toLowerCase().normalize('NFKC');
}
