/** Text of a connection with `{{ secrets.x }}` and `{{ attributes.x }}` (ADR 91), split at its placeholders. */
export type TemplatePart = string | { readonly path: string };

const placeholderPattern = /\{\{([^{}]*)\}\}/g;
const pathPattern = /^(?:secrets|attributes)\.\S(?:.*\S)?$/s;

/** The parts, or the reason why the text is not a valid template. */
export function splitConnectionTemplate(text: string): readonly TemplatePart[] | string {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of text.matchAll(placeholderPattern)) {
    const path = (match[1] ?? '').trim();
    if (!pathPattern.test(path))
      return `{{ ${path} }} is not available. Use secrets.<key> or attributes.<key>`;
    parts.push(text.slice(end, match.index), { path });
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  const unpaired = parts.some((part) => typeof part === 'string' && /\{\{|\}\}/.test(part));
  return unpaired ? 'a {{ or }} is unmatched' : parts.filter((part) => part !== '');
}

/** The context paths that a text uses. */
export function pathsIn(text: string): readonly string[] {
  const parts = splitConnectionTemplate(text);
  if (typeof parts === 'string') return [];
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part.path]));
}

/** Fills in a viewer's values, or returns the first path without one. Values are never parsed as templates. */
export function fillConnectionTemplate(
  text: string,
  read: (path: string) => string | undefined,
): { readonly text: string } | { readonly missing: string } {
  const parts = splitConnectionTemplate(text);
  if (typeof parts === 'string') return { missing: parts };
  let filled = '';
  for (const part of parts) {
    const value = typeof part === 'string' ? part : read(part.path);
    if (value === undefined) return { missing: (part as { readonly path: string }).path };
    filled += value;
  }
  return { text: filled };
}
