import { hash } from 'node:crypto';
import { randomText } from '../random-text.ts';

/** 256 random bits that mean nothing by themselves. The prefix lets scanners of leaked secrets recognise them. */
export function newOpaqueToken(prefix: 'inl_login' | 'inl_embed' | 'inl_secret'): string {
  return `${prefix}_${randomText(32, 'base64url')}`;
}

/** The store holds this and never the token: random tokens need no slow hash. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}
