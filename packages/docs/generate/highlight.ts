import { type Html, html } from '../../server/src/platform/render/html.ts';

/** What is colored in a language: alternatives of one expression, whose group names are the classes. */
interface Language {
  readonly comment?: string;
  readonly string?: string;
  readonly keyword?: string;
  readonly name?: string;
  readonly number?: string;
}

const quoted = '"(?:\\\\.|[^"\\\\\\n])*"|\'(?:\\\\.|[^\'\\\\\\n])*\'';
const number = '\\b\\d[\\d_.]*\\b';
const words = (list: string) => `\\b(?:${list.replaceAll(' ', '|')})\\b`;

const script: Language = {
  comment: '/\\*[\\s\\S]*?\\*/|(?<!:)//.*',
  string: `${quoted}|\`(?:\\\\.|[^\`\\\\])*\``,
  keyword: words(
    'as async await break case catch class const continue default else export extends false finally for from function if import in instanceof interface let new null of readonly return static super switch this throw true try type typeof undefined var void while yield',
  ),
  number,
};

const compiled: Language = {
  comment: '/\\*[\\s\\S]*?\\*/|(?<!:)//.*|(?<=^|\\s)#.*',
  string: `"""[\\s\\S]*?"""|${quoted}`,
  keyword: words(
    'and as async await base bool break byte case catch chan class const continue def default defer do echo elif else except false False finally final fn for foreach from func function go if implements import in int interface is lambda let map namespace new nil none None not null or package pass private protected public raise range record return select static string struct super switch this throw throws true True try type use using var void while with yield',
  ),
  number,
};

const markup: Language = {
  ...script,
  comment: `<!--[\\s\\S]*?-->|${script.comment}`,
  name: '</?[A-Za-z][\\w.-]*|/?>',
};

const shell: Language = {
  comment: '(?<=^|\\s)#.*',
  string: '"(?:\\\\[\\s\\S]|[^"\\\\])*"|\'[^\']*\'',
  name: '\\$\\{?\\w+\\}?|(?<=^|\\s)[A-Z_][A-Z0-9_]*(?==)',
};

const LANGUAGES: Readonly<Record<string, Language>> = {
  sh: shell,
  bash: shell,
  js: script,
  ts: script,
  tsx: markup,
  html: markup,
  vue: markup,
  json: { name: '"(?:\\\\.|[^"\\\\])*"(?=\\s*:)', string: quoted, keyword: words('true false null'), number },
  yaml: {
    comment: '(?<=^|\\s)#.*',
    name: '(?<=^|[\\s-])[\\w./-]+(?=:(?:\\s|$))',
    string: quoted,
    keyword: words('true false null'),
    number,
  },
  sql: {
    comment: '--.*|/\\*[\\s\\S]*?\\*/',
    string: quoted,
    keyword: words(
      'select SELECT from FROM where WHERE group GROUP by BY order ORDER as AS and AND or OR not NOT in IN is IS null NULL join JOIN left LEFT on ON with WITH create CREATE table TABLE view VIEW index INDEX grant GRANT to TO limit LIMIT case CASE when WHEN then THEN else ELSE end END distinct DISTINCT union UNION all ALL',
    ),
    number,
  },
  python: compiled,
  java: compiled,
  php: compiled,
  go: compiled,
  csharp: compiled,
};

/** Code with its comments, strings, keywords and names marked; code in a language that is not listed stays plain. */
export function highlight(code: string, language: string): Html {
  const rules = Object.entries(LANGUAGES[language] ?? {});
  if (rules.length === 0) return html`${code}`;
  const pattern = new RegExp(rules.map(([kind, rule]) => `(?<${kind}>${rule})`).join('|'), 'gm');
  const parts: Html[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const [kind = ''] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    parts.push(html`${code.slice(end, match.index)}<span class="${`tok-${kind}`}">${match[0]}</span>`);
    end = match.index + match[0].length;
  }
  return html`${parts}${code.slice(end)}`;
}

/** A block of code as the site shows it everywhere; the script adds a button that copies it. */
export function codeBlock(code: string, language: string, title = ''): Html {
  const caption = title && html`<figcaption>${title}</figcaption>`;
  const label = title || 'Code';
  return html`<figure class="code">${caption}<pre tabindex="0" aria-label="${label}"><code>${highlight(code.trimEnd(), language)}</code></pre></figure>`;
}
