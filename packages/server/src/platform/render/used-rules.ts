import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

// A page contains only the rules that apply to it. With all of them, a line of thousands of points takes 12,586 bytes with
// its launcher instead of 10,337 (budget until the first chart is visible: 12 KB), and every other page 2 KB more.

/** A CSS rule; `inner` contains those of a block such as `@media`. */
export interface Rule {
  readonly selectors: readonly Selector[];
  readonly body: string;
  readonly inner?: readonly Rule[];
}

interface Selector {
  readonly text: string;
  /** What a page must contain for the selector to match: classes, and attributes and tags as written. */
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

/** Arguments of `:is`, `:not` and `:where` are alternatives, so a page need not contain them. */
function selector(text: string): Selector {
  const plain = text.startsWith('@') ? '' : text.replaceAll(/\([^()]*(?:\([^()]*\))*[^()]*\)/g, '');
  return {
    text,
    classes: [...plain.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name),
    texts: [
      ...[...plain.matchAll(/\[([\w-]+)(?:="?([\w-]+)"?)?\]/g)].map(([, name, value]) =>
        value === undefined ? ` ${name}` : ` ${name}="${value}"`,
      ),
      ...[...plain.matchAll(/(?:^|[\s>+~])([a-z]\w*)/g)].map(([, tag]) => `<${tag}`),
    ],
  };
}

export interface Names {
  readonly classes: ReadonlySet<string>;
  /** By `--inlay-…`. */
  readonly tokens: ReadonlySet<string>;
}

const PREFIX = 'inlay-';
const DASH = 45;

/** The class and token names in a text. Charts have thousands, so a loop searches them instead of a pattern. */
export function namesIn(text: string): Names {
  const classes = new Set<string>();
  const tokens = new Set<string>();
  for (let at = text.indexOf(PREFIX); at >= 0; ) {
    let end = at + PREFIX.length;
    while (isNameCode(text.charCodeAt(end))) end += 1;
    if (text.charCodeAt(at - 1) === DASH) tokens.add(text.slice(at - 2, end));
    else classes.add(text.slice(at, end));
    at = text.indexOf(PREFIX, end);
  }
  return { classes, tokens };
}

/** Of `a-z`, `0-9` and the dash. */
const isNameCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === DASH;

interface PageRules {
  readonly css: string;
  /** Tokens that the markup and its rules use. */
  readonly tokens: ReadonlySet<string>;
}

const MAX_BYTES = 4 * 1024 * 1024;
/** By style sheet, then by digest of the markup. */
const remembered = new WeakMap<readonly Rule[], LRUCache<string, PageRules>>();
const openPages = () =>
  new LRUCache<string, PageRules>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ css }, key) => 2 * (key.length + css.length),
  });

/** The rules that apply to this markup, and the tokens that both need. Remembered: many viewers open the same page. */
export function rulesFor(style: readonly Rule[], markup: string): PageRules {
  const pages = remembered.getOrInsertComputed(style, openPages);
  const key = hash('sha256', markup, 'base64');
  const known = pages.get(key);
  if (known) return known;
  const names = namesIn(markup);
  const css = writeRules(usedRules(style, markup, names));
  const rules = { css, tokens: names.tokens.union(namesIn(css).tokens) };
  pages.set(key, rules);
  return rules;
}

/** The rules that apply to this markup. */
export function usedRules(rules: readonly Rule[], markup: string, { classes }: Names): readonly Rule[] {
  const outline = withoutDrawings(markup);
  const known = new Map<string, boolean>();
  const has = (text: string): boolean => {
    const found = known.get(text) ?? outline.includes(text);
    known.set(text, found);
    return found;
  };
  const used = (some: readonly Rule[]): readonly Rule[] =>
    some.flatMap((rule) => {
      const selectors = rule.selectors.filter(
        (each) => each.classes.every((name) => classes.has(name)) && each.texts.every(has),
      );
      const inner = rule.inner && used(rule.inner);
      if (selectors.length === 0 || inner?.length === 0) return [];
      return { ...rule, selectors, ...(inner && { inner }) };
    });
  return used(rules);
}

/** Rules select charts by class, and inside them only text. */
function withoutDrawings(markup: string): string {
  let outline = '';
  let from = 0;
  for (let at = markup.indexOf('<svg'); at >= 0; at = markup.indexOf('<svg', from)) {
    outline += `${markup.slice(from, at)}<svg><text>`;
    const end = markup.indexOf('</svg>', at);
    from = end < 0 ? markup.length : end;
  }
  return outline + markup.slice(from);
}

export function writeRules(rules: readonly Rule[]): string {
  let css = '';
  for (const { selectors, body, inner } of rules)
    css += `${selectors.map(({ text }) => text).join(',')}{${inner ? writeRules(inner) : body}}`;
  return css;
}
