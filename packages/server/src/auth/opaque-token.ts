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
 * An embed token also says in which second it was made, so that the keys of new tokens stand side by side: a busy
 * store then writes the same few pages of its index again and again, not pages all over it.
 */
export function newEmbedToken(now: number): string {
  const second = Math.floor(now / 1000)
    .toString(16)
    .padStart(8, '0');
  return `inl_embed_${second}_${randomText(32, 'base64url')}`;
}

/** What the store knows an embed token by; nothing for a text that cannot be one. */
export function embedTokenKey(token: string): string | undefined {
  const second = /^inl_embed_([0-9a-f]{8,10})_/.exec(token)?.[1];
  return second && `${second}.${tokenHash(token)}`;
}
