import { type ESTree, parseSync, Visitor } from 'rolldown/utils';
import type { SourceFile } from '../source/read-imports.ts';

/** What a file does with markup, as `file:line` and a reason. */
export interface Markup {
  readonly file: string;
  /** Tags in strings and in templates without the `html` tag. */
  readonly tags: readonly string[];
  /** Values of `html` templates in a place where escaping alone does not make them harmless. */
  readonly misplaced: readonly string[];
  /** Calls of `trustedHtml`. */
  readonly trusted: readonly string[];
  /** Strings that become markup in a browser or in Preact. */
  readonly raw: readonly string[];
}

// Messages and usage texts have placeholders such as `<name>`: a tag has an attribute, or the name of a usual element.
const ELEMENTS =
  'html|head|body|title|meta|link|style|script|main|section|header|footer|nav|aside|div|span|p|h[1-6]|ul|ol|li|a|b|i|em|strong|code|pre|table|tr|td|th|button|form|input|label|img|svg|g|path|rect|circle|text';
const TAG = new RegExp(`<!|<\\0|<[a-z][\\w-]*\\s+[\\w:-]+=|<(?:${ELEMENTS})(?![\\w-])`, 'i');
const RAW = /^(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|srcdoc|setHTMLUnsafe)$/;

export function readMarkup({ file, text }: SourceFile): Markup {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const tags: string[] = [];
  const misplaced: string[] = [];
  const trusted: string[] = [];
  const raw: string[] = [];
  const at = ({ start }: { readonly start: number }) => `${file}:${text.slice(0, start).split('\n').length}`;
  const made = callsByName(program);
  const tagged = new Set<ESTree.TemplateLiteral>();

  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'html') return;
      tagged.add(quasi);
      for (const [index, value] of quasi.expressions.entries()) {
        const problem = problemOf(textOf(quasi.quasis.slice(0, index + 1)), callOf(value, made));
        if (problem !== undefined) misplaced.push(`${at(value)} ${problem}`);
      }
    },
    TemplateLiteral(node) {
      if (tagged.has(node)) return;
      if (TAG.test(textOf(node.quasis))) tags.push(at(node));
    },
    Literal(node) {
      if (typeof node.value === 'string' && TAG.test(node.value)) tags.push(at(node));
    },
    Identifier(node) {
      if (RAW.test(node.name)) raw.push(at(node));
    },
    JSXIdentifier(node) {
      if (RAW.test(node.name)) raw.push(at(node));
    },
    CallExpression({ callee }) {
      if (callee.type === 'Identifier' && callee.name === 'trustedHtml') trusted.push(at(callee));
    },
  }).visit(program);
  return { file, tags, misplaced, trusted, raw };
}

/** A template with NUL for each value. */
const textOf = (parts: readonly ESTree.TemplateElement[]) =>
  parts.map(({ value }) => value.cooked ?? '').join('\0');

/** For each constant of a file, the function whose result it is; nothing where several of one name differ. */
function callsByName(program: ESTree.Program): ReadonlyMap<string, string | undefined> {
  const made = new Map<string, string | undefined>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier') return;
      const call = init ? callOf(init, new Map()) : undefined;
      made.set(id.name, made.has(id.name) && made.get(id.name) !== call ? undefined : call);
    },
  }).visit(program);
  return made;
}

function callOf(value: ESTree.Expression, made: ReadonlyMap<string, string | undefined>): string | undefined {
  if (value.type === 'Identifier') return made.get(value.name);
  return value.type === 'CallExpression' && value.callee.type === 'Identifier'
    ? value.callee.name
    : undefined;
}

/** What is wrong with a value behind this text. `call` is the function that made it. */
function problemOf(before: string, call: string | undefined): string | undefined {
  for (const [element, helper] of [
    ['script', 'scriptJson'],
    ['style', 'styleText'],
  ] as const) {
    const inside = new RegExp(`<${element}\\b[^>]*>(?![\\s\\S]*</${element})[^<]*$`).test(before);
    if (inside !== (call === helper))
      return inside
        ? `stands in <${element}> and is not from ${helper}`
        : `is from ${helper} and not in <${element}>`;
  }
  const [tag] = /<[^<>]*$/.exec(before) ?? [];
  if (tag === undefined) return undefined;
  const isQuoted = (tag.match(/"/g)?.length ?? 0) % 2 === 1;
  if (!isQuoted && call === 'attributes') return undefined;
  if (/^<\/?[\w-]*$/.test(tag)) return 'is the name of a tag';
  if (!isQuoted) return 'stands in a tag outside of quotes and is not from attributes';
  const [, name = '', start = ''] = /([\w:-]+)="([^"]*)$/.exec(tag) ?? [];
  if (name === 'style' && call === 'inlineStyle' && start === '') return undefined;
  if (name === 'href' && call === 'webAddress' && start === '') return undefined;
  if (name === 'href' && call === 'pngAddress' && start === '') return undefined;
  if (name === 'src' && call === 'contentAddress' && start === '') return undefined;
  if (/^(?:on|style$|srcdoc$)/.test(name)) return `is code or a style sheet, in ${name}`;
  // A path or a fragment stays on this instance.
  if (/^(?:href|src|action|formaction)$/.test(name) && !/^(?:\/\w|#)/.test(start))
    return `decides where ${name} leads`;
  return undefined;
}
