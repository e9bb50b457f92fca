/** NIST 800-63B §3.1.1: length is counted in characters, nothing is cut off, every character is allowed. */
export function passwordProblem(password: string): string | undefined {
  const length = [...password].length;
  if (length < 8) return 'must have at least 8 characters';
  if (length > 256) return 'must have at most 256 characters';
  return undefined;
}

const phcShape =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;

/** Hashes that come with an import are verified by us later, so their cost must be one that we would pay. */
export function isAcceptableHash(phc: string): boolean {
  const [, memory, time, lanes] = phcShape.exec(phc) ?? [];
  return (
    Number(memory) >= 8 &&
    Number(memory) <= 262_144 &&
    Number(time) >= 1 &&
    Number(time) <= 16 &&
    Number(lanes) <= 8
  );
}
