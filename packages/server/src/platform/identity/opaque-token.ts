import { hash, randomBytes } from 'node:crypto';

/** 256 random bits. The prefix lets secret scanners recognize leaked tokens. */
export function newOpaqueToken(prefix: 'inl_login' | 'inl_secret' | 'inl_key' | 'inl_report'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** The store keeps only this hash: random tokens need no slow hash. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}

/**
 * An embed token starts with its time of issue, so that new keys are adjacent in the index and a busy store rewrites
 * its last page instead of random ones.
 */
export function newEmbedToken(now: number): string {
  return `inl_embed_${momentKey(now)}_${randomBytes(32).toString('base64url')}`;
}

/** Time as sortable text: the second, then the millisecond. */
function momentKey(now: number): string {
  const second = Math.floor(now / 1000).toString(16);
  return second.padStart(8, '0') + (now % 1000).toString(16).padStart(3, '0');
}

/** The store's key of an embed token; undefined for other text. Old tokens contain only the second. */
export function embedTokenKey(token: string): string | undefined {
  const moment = /^inl_embed_([0-9a-f]{8,13})_/.exec(token)?.[1];
  return moment && `${moment}.${tokenHash(token)}`;
}
