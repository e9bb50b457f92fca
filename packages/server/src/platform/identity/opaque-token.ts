import { hash } from 'node:crypto';
import { randomText } from '../random-text.ts';

/** 256 random bits that mean nothing by themselves. The prefix lets scanners of leaked secrets recognise them. */
export function newOpaqueToken(prefix: 'inl_login' | 'inl_secret'): string {
  return `${prefix}_${randomText(32, 'base64url')}`;
}

/** The store holds this and never the token: random tokens need no slow hash. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}

/**
 * An embed token also says in which moment it was made, so that the keys of new tokens stand side by side: a busy
 * store then writes the last page of its index again and again, not pages all over it.
 */
export function newEmbedToken(now: number): string {
  return `inl_embed_${momentKey(now)}_${randomText(32, 'base64url')}`;
}

/** A moment as text that sorts by time: the second, then the millisecond. */
function momentKey(now: number): string {
  const second = Math.floor(now / 1000).toString(16);
  return second.padStart(8, '0') + (now % 1000).toString(16).padStart(3, '0');
}

/** What the store knows an embed token by; nothing for a text that cannot be one. Old tokens name the second only. */
export function embedTokenKey(token: string): string | undefined {
  const moment = /^inl_embed_([0-9a-f]{8,13})_/.exec(token)?.[1];
  return moment && `${moment}.${tokenHash(token)}`;
}
