import { parseStrictObject } from '../../platform/identity/strict-json.ts';

/** A well-formed compact JWS (RFC 7515 §3.1). Nothing in it is verified yet. */
export interface ParsedAssertion {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signingInput: string;
  readonly signature: Buffer;
}

/** Returns a sentence that says what to change if the assertion is malformed. */
export function parseAssertion(assertion: string): ParsedAssertion | string {
  const first = assertion.indexOf('.');
  const second = assertion.indexOf('.', first + 1);
  if (first < 0 || second < 0 || assertion.indexOf('.', second + 1) >= 0) {
    return 'assertion must be a JWT in compact form: three parts separated by dots.';
  }
  const header = decodePart(assertion.slice(0, first));
  if (!header)
    return 'The header of the assertion must be a base64url-encoded JSON object in UTF-8, without duplicate names, nested at most 64 levels deep.';
  const claims = decodePart(assertion.slice(first + 1, second));
  if (!claims)
    return 'The payload of the assertion must be a base64url-encoded JSON object in UTF-8, without duplicate names, nested at most 64 levels deep.';
  const signature = decodeBase64Url(assertion.slice(second + 1));
  if (!signature) return 'The signature of the assertion must be base64url-encoded without padding.';
  return { header, claims, signature, signingInput: assertion.slice(0, second) };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodePart(part: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = decodeBase64Url(part);
  if (!bytes) return undefined;
  try {
    return parseStrictObject(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

/** RFC 7515 §2. Node accepts padding, other characters and non-zero trailing bits, so the text is encoded again. */
function decodeBase64Url(text: string): Buffer | undefined {
  if (text === '' || text.length % 4 === 1) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
