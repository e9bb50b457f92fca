import { type KeyObject, sign } from 'node:crypto';
import { KEYS } from '../embeds/embed-client.ts';

/** Signs header and payload as they are written, valid JSON or not. */
export function signText(
  header: string | Buffer,
  payload: string | Buffer,
  key: KeyObject = KEYS.privateKey,
): string {
  return signEncoded(encode(header), encode(payload), key);
}

/** Signs parts that are encoded already, well or badly. */
export function signEncoded(header: string, payload: string, key: KeyObject = KEYS.privateKey): string {
  const input = `${header}.${payload}`;
  return `${input}.${sign('sha512', Buffer.from(input), key).toString('base64url')}`;
}

export const encode = (part: string | Buffer): string => Buffer.from(part).toString('base64url');
