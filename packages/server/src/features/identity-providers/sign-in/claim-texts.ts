import type { Claims } from '../accounts/read-claim.ts';

const MAX_CLAIMS = 100;
/** Rules cannot name longer ones. */
const MAX_NAME = 256;
const MAX_TEXT = 500;
/** Of this one sign-in only: no rule can use them. */
const OF_THE_PROTOCOL = ['nonce', 'at_hash', 'c_hash', 's_hash', 'jti'];

/** Claims as an owner reads them, to write rules. */
export function claimTexts(claims: Claims): Readonly<Record<string, string>> {
  const shown = Object.entries(claims).filter(
    ([name]) => name.length <= MAX_NAME && !OF_THE_PROTOCOL.includes(name),
  );
  return Object.fromEntries(shown.slice(0, MAX_CLAIMS).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
