/** Either the fields of a form, or the sentence that says what is wrong with it. */
export type ParsedForm =
  | { readonly ok: true; readonly fields: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads application/x-www-form-urlencoded as RFC 6749 §3.2 wants it: a field that is sent twice is an error, one
 * without a value counts as not sent.
 */
export function parseForm(body: string): ParsedForm {
  const fields = new Map<string, string>();
  for (const pair of body.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = formDecode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : formDecode(pair.slice(equals + 1));
    if (name === undefined || value === undefined) {
      return { ok: false, problem: 'The form is not percent-encoded UTF-8.' };
    }
    if (fields.has(name)) return sentTwice(name);
    fields.set(name, value);
  }
  for (const [name, value] of fields) {
    const list = listOf(name);
    if (list !== undefined) return sentTwice(list);
    if (value === '') fields.delete(name);
  }
  return { ok: true, fields };
}

const understood = new Set([
  'grant_type',
  'scope',
  'assertion',
  'client_id',
  'client_secret',
  'client_assertion',
  'token',
  'token_type_hint',
]);

/** `scope[]` and `scope[0]` are how some frameworks write a repeated field. Of names we do not know, nothing is asked. */
function listOf(name: string): string | undefined {
  const bracket = name.indexOf('[');
  const plain = bracket < 0 ? '' : name.slice(0, bracket);
  return understood.has(plain) ? plain : undefined;
}

function sentTwice(name: string): ParsedForm {
  return { ok: false, problem: `The parameter '${name}' may be sent once only.` };
}

/** Absent where the text is no valid encoding. */
export function formDecode(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
