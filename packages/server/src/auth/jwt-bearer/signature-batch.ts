import type { KeyObject } from 'node:crypto';

/** A signature, what it should be of, and the key that should have made it. */
export interface SignatureCheck {
  readonly signingInput: string;
  readonly signature: Uint8Array;
  readonly key: KeyObject;
}

/** Many checks in the form that crosses to another thread fastest: few objects, and bytes that move without a copy. */
export interface SignatureBatch {
  readonly keys: readonly string[];
  /** For each check: the place of its key in `keys`, where its signed bytes end, where its signature ends. */
  readonly layout: Uint32Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function packChecks(checks: readonly SignatureCheck[]): SignatureBatch {
  const keys: string[] = [];
  const layout = new Uint32Array(checks.length * 3);
  let size = 0;
  for (const { signingInput, signature } of checks) size += signingInput.length + signature.length;
  const bytes = Buffer.allocUnsafeSlow(size);
  let end = 0;
  for (const [index, { signingInput, signature, key }] of checks.entries()) {
    const text = textOf(key);
    let place = keys.lastIndexOf(text);
    if (place < 0) place = keys.push(text) - 1;
    layout[index * 3] = place;
    // base64url and a dot: a byte for each character.
    layout[index * 3 + 1] = end += bytes.write(signingInput, end, 'latin1');
    bytes.set(signature, end);
    layout[index * 3 + 2] = end += signature.length;
  }
  return { keys, layout, bytes };
}

/** Asks `verify` about each check. */
export function checkBatch(
  { keys, layout, bytes }: SignatureBatch,
  verify: (key: string, signed: Uint8Array, signature: Uint8Array) => boolean,
): Uint8Array<ArrayBuffer> {
  const verdicts = new Uint8Array(layout.length / 3);
  let start = 0;
  for (let index = 0; index < verdicts.length; index += 1) {
    const [place = 0, signedEnd = 0, end = 0] = layout.subarray(index * 3, index * 3 + 3);
    const key = keys[place] as string;
    verdicts[index] = verify(key, bytes.subarray(start, signedEnd), bytes.subarray(signedEnd, end)) ? 1 : 0;
    start = end;
  }
  return verdicts;
}

const texts = new WeakMap<KeyObject, string>();

function textOf(key: KeyObject): string {
  let text = texts.get(key);
  if (text === undefined) {
    text = key.export({ type: 'spki', format: 'pem' }).toString();
    texts.set(key, text);
  }
  return text;
}
