/** A rule of a style sheet; `inner` holds those of a block such as `@media`. */
export interface Rule {
  readonly selectors: readonly Selector[];
  readonly body: string;
  readonly inner?: readonly Rule[];
}

interface Selector {
  readonly text: string;
  /** What a page has to have somewhere, or nothing in it is meant: classes, and attributes and tags as written. */
  readonly classes: readonly string[];
  readonly texts: readonly string[];
}

/** Reads a style sheet as our build writes it: no comments, no braces inside strings. */
export function readRules(css: string): readonly Rule[] {
  const rules: Rule[] = [];
  for (let start = 0; start < css.length; ) {
    const open = css.indexOf('{', start);
    if (open < 0) break;
    const end = endOfBlock(css, open);
    const head = css.slice(start, open).trim();
    const body = css.slice(open + 1, end);
    start = end + 1;
    if (/^@(media|supports|container)/.test(head))
      rules.push({ selectors: [selector(head)], body: '', inner: readRules(body) });
    else if (head.startsWith('@keyframes'))
      rules.push({ selectors: [{ ...selector(head), classes: [head.slice(11)] }], body });
    else rules.push({ selectors: head.split(/,(?![^(]*\))/).map(selector), body });
  }
  return rules;
}

function endOfBlock(css: string, open: number): number {
  let depth = 1;
  let at = open + 1;
  for (; depth > 0 && at < css.length; at += 1) depth += css[at] === '{' ? 1 : css[at] === '}' ? -1 : 0;
  return at - 1;
}

/** What is in brackets (`:is`, `:not`, `:where`) is one of several things, or none: it asks for nothing. */
function selector(text: string): Selector {
  const plain = text.startsWith('@') ? '' : text.replaceAll(/\([^()]*(?:\([^()]*\))*[^()]*\)/g, '');
  return {
    text,
    classes: [...plain.matchAll(/\.([\w-]+)/g)].map(([, name]) => name as string),
    texts: [
      ...[...plain.matchAll(/\[([\w-]+)(?:="?([\w-]+)"?)?\]/g)].map(([, name, value]) =>
        value === undefined ? ` ${name}` : ` ${name}="${value}"`,
      ),
      ...[...plain.matchAll(/(?:^|[\s>+~])([a-z]\w*)/g)].map(([, tag]) => `<${tag}`),
    ],
  };
}

/** Which of our names a page mentions: classes, and tokens by `--inlay-…`. */
export function namesIn(markup: string): { readonly classes: Set<string>; readonly tokens: Set<string> } {
  const classes = new Set<string>();
  const tokens = new Set<string>();
  for (const [name] of markup.matchAll(/(?:--)?inlay-[\w-]+/g))
    (name.startsWith('--') ? tokens : classes).add(name);
  return { classes, tokens };
}

/** The rules that mean something in this markup. */
export function usedRules(
  rules: readonly Rule[],
  markup: string,
  classes: ReadonlySet<string>,
): readonly Rule[] {
  return rules.flatMap((rule) => {
    const selectors = rule.selectors.filter(
      (each) =>
        each.classes.every((name) => classes.has(name)) && each.texts.every((text) => markup.includes(text)),
    );
    const inner = rule.inner && usedRules(rule.inner, markup, classes);
    return selectors.length === 0 || inner?.length === 0
      ? []
      : { ...rule, selectors, ...(inner && { inner }) };
  });
}

export function writeRules(rules: readonly Rule[]): string {
  let css = '';
  for (const { selectors, body, inner } of rules)
    css += `${selectors.map(({ text }) => text).join(',')}{${inner ? writeRules(inner) : body}}`;
  return css;
}
