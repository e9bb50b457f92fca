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
    // `scope[]` is how some frameworks write a repeated field.
    const plain = name.replace(/\[.*$/, '');
    if (fields.has(plain) || plain !== name)
      return { ok: false, problem: `The parameter '${plain}' may be sent once only.` };
    fields.set(name, value);
  }
  for (const [name, value] of fields) if (value === '') fields.delete(name);
  return { ok: true, fields };
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
