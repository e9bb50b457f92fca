/** The fields of a form, or a sentence that says what is wrong with it. */
export type ParsedForm =
  | { readonly ok: true; readonly fields: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly problem: string };

/** A megabyte of parameters would block the event loop before the client is authenticated. */
const maxParameters = 1000;

/** Reads a form by RFC 6749 §3.2: a repeated parameter is an error, and one without a value counts as absent. */
export function parseForm(body: string): ParsedForm {
  const fields = new Map<string, string>();
  const pairs = body.split('&', maxParameters + 1);
  if (pairs.length > maxParameters)
    return { ok: false, problem: `The form has more than ${maxParameters} parameters.` };
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = formDecode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : formDecode(pair.slice(equals + 1));
    if (name === undefined || value === undefined) {
      return { ok: false, problem: 'The form must be percent-encoded UTF-8.' };
    }
    if (fields.has(name)) return repeated(name);
    fields.set(name, value);
  }
  for (const [name, value] of fields) {
    const list = listParameter(name);
    if (list !== undefined) return repeated(list);
    if (value === '') fields.delete(name);
  }
  return { ok: true, fields };
}

const knownParameters = new Set([
  'grant_type',
  'scope',
  'assertion',
  'client_id',
  'client_secret',
  'client_assertion',
  'token',
  'token_type_hint',
]);

/** Some frameworks send a repeated parameter as `scope[]` or `scope[0]`. Unknown parameters are ignored (RFC 6749 §3.2). */
function listParameter(name: string): string | undefined {
  const bracket = name.indexOf('[');
  const plain = bracket < 0 ? '' : name.slice(0, bracket);
  return knownParameters.has(plain) ? plain : undefined;
}

function repeated(name: string): ParsedForm {
  return { ok: false, problem: `The parameter '${name}' was sent more than once. Send it once.` };
}

/** Returns nothing if the text is not valid percent-encoding of UTF-8. */
export function formDecode(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
