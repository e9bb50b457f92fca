import { parseStrictObject } from '../../platform/identity/strict-json.ts';

/** A compact JWS whose form is right; nothing in it is proven yet. */
export interface ParsedAssertion {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signingInput: string;
  readonly signature: Buffer;
}

/** Or the sentence that says what is wrong with its form. */
export function parseAssertion(assertion: string): ParsedAssertion | string {
  const first = assertion.indexOf('.');
  const second = assertion.indexOf('.', first + 1);
  if (first < 0 || second < 0 || assertion.indexOf('.', second + 1) >= 0) {
    return 'assertion must be one JWT in compact form: three parts with two dots between them.';
  }
  const header = readHeader(assertion.slice(0, first));
  if (!header)
    return 'The header of the assertion must be base64url of a JSON object in UTF-8, without repeated names, at most 64 levels deep.';
  const claims = readPart(assertion.slice(first + 1, second));
  if (!claims)
    return 'The payload of the assertion must be base64url of a JSON object in UTF-8, without repeated names, at most 64 levels deep.';
  const signature = decodeBase64Url(assertion.slice(second + 1));
  if (!signature) return 'The signature of the assertion must be base64url without padding.';
  return { header, claims, signature, signingInput: assertion.slice(0, second) };
}

const mostHeaders = 100;
const mostHeaderLength = 1024;
const headers = new Map<string, Readonly<Record<string, unknown>>>();

/** A signer sends the same header with each assertion: it is read once. */
function readHeader(part: string): Readonly<Record<string, unknown>> | undefined {
  const known = headers.get(part);
  if (known) return known;
  const header = readPart(part);
  if (header && part.length <= mostHeaderLength) {
    if (headers.size >= mostHeaders) headers.clear();
    // A copy: a slice would keep the whole assertion, and the secrets in it, in memory.
    headers.set(Buffer.from(part).toString(), Object.freeze(header));
  }
  return header;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readPart(part: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = decodeBase64Url(part);
  if (!bytes) return undefined;
  try {
    return parseStrictObject(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

/** RFC 7515 §2: no padding, no other characters, no spare bits; Node alone would pass over all of these. */
function decodeBase64Url(text: string): Buffer | undefined {
  if (text === '' || text.length % 4 === 1) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
