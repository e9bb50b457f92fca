import MarkdownIt, { type Token } from 'markdown-it';
import { type Html, html, trustedHtml } from '../../server/src/platform/render/html.ts';
import { codeBlock } from './highlight.ts';

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** The text below a heading, for the search; the first section of a page has no heading. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly title: string;
  /** The first paragraph. */
  readonly description: string;
  /** Without the title. */
  readonly body: Html;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

export interface Image {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

export interface Targets {
  /** Where a link leads on the site; undefined if the file is not part of it. */
  readonly link: (href: string) => string | undefined;
  readonly image: (src: string) => Image;
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
// Wide tables and long lines scroll within themselves, which the keyboard can do as well.
markdown.renderer.rules.table_open = () =>
  '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>';
markdown.renderer.rules.table_close = () => '</table></div>';
// `--public-url` does not break at its hyphens; longer code breaks anywhere.
markdown.renderer.rules.code_inline = (tokens, index) => {
  const { content = '' } = tokens[index] ?? {};
  return content.length > 30
    ? html`<code>${content}</code>`.toString()
    : html`<code class="short">${content}</code>`.toString();
};
// Headers without text, which a reader can do without and a screen reader cannot.
markdown.renderer.rules.th_open = (tokens, index, options, _environment, self) => {
  const text = tokens[index - 1]?.type === 'tr_open' ? 'Name' : 'Details';
  const isEmpty = tokens[index + 1]?.content === '';
  return `${self.renderToken(tokens, index, options)}${isEmpty ? html`<span class="visually-hidden">${text}</span>` : ''}`;
};
markdown.renderer.rules.fence = (tokens, index) => {
  const { content = '', info = '' } = tokens[index] ?? {};
  return codeBlock(content, info.trim()).toString();
};
markdown.renderer.rules.heading_open = (tokens, index, options, _environment, self) => {
  const token = tokens[index];
  const link = token?.meta?.isLink ? `<a class="anchor" href="#${token.attrGet('id')}">` : '';
  return `${self.renderToken(tokens, index, options)}${link}`;
};
markdown.renderer.rules.heading_close = (tokens, index, options, _environment, self) =>
  `${tokens[index]?.meta?.isLink ? '</a>' : ''}${self.renderToken(tokens, index, options)}`;

/** A page of the documentation as HTML, with the anchors that GitHub gives its headings. */
export function renderMarkdown(source: string, targets: Targets): RenderedPage {
  // Comments are for those who edit the file.
  const tokens = markdown.parse(source.replaceAll(/<!--[\s\S]*?-->/g, ''), {});
  const titleEnd = tokens.findIndex(({ type, tag }) => type === 'heading_close' && tag === 'h1') + 1;
  const title = textOf(tokens[titleEnd - 2]);
  const content = tokens.slice(titleEnd);
  const headings = nameHeadings(content);
  for (const token of content) if (token.children) rewriteTargets(token.children, targets);
  const firstParagraph = content.find(
    ({ type }, index) => type === 'inline' && isParagraph(content[index - 1]),
  );
  return {
    title,
    description: textOf(firstParagraph),
    body: trustedHtml(markdown.renderer.render(content, markdown.options, {})),
    headings,
    sections: readSections(content),
  };
}

/** One paragraph or a few, such as the description of an operation. */
export function renderText(source: string): Html {
  return trustedHtml(markdown.render(source));
}

const isParagraph = (token: Token | undefined) => token?.type === 'paragraph_open' && token.level === 0;

/** Gives each heading an id and makes it a link to itself. */
function nameHeadings(tokens: readonly Token[]): readonly Heading[] {
  const used = new Map<string, number>();
  return tokens.flatMap((token, index) => {
    const inline = tokens[index + 1];
    if (token.type !== 'heading_open' || !inline?.children) return [];
    // `## [1.2.0]` in the changelog.
    for (const child of inline.children)
      if (child.type === 'text') child.content = child.content.replace(/^\[(.+)\]/, '$1');
    const text = textOf(inline);
    const slug = slugOf(text);
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    const id = count === 0 ? slug : `${slug}-${count}`;
    token.attrSet('id', id);
    const isLink = !inline.children.some(({ type }) => type === 'link_open');
    for (const each of [token, tokens[index + 2]]) if (each) each.meta = { isLink };
    return [{ level: Number(token.tag.slice(1)), id, text }];
  });
}

/** As GitHub derives it, so that links between files work in both places. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function rewriteTargets(tokens: Token[], { link, image }: Targets): void {
  let isDropped = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = String(token.attrGet('href'));
      const target = href.startsWith('#') ? href : link(href);
      isDropped = target === undefined;
      if (target !== undefined) token.attrSet('href', target);
      if (target?.startsWith('http')) token.attrSet('rel', 'noreferrer');
    }
    // The text of a link to a file outside of the site stays.
    if (isDropped && /^link_/.test(token.type)) {
      if (token.type === 'link_close') isDropped = false;
      token.type = 'text';
      token.content = '';
    }
    if (token.type === 'image') {
      const { src, width, height } = image(String(token.attrGet('src')));
      token.attrSet('src', src);
      token.attrSet('width', String(width));
      token.attrSet('height', String(height));
      token.attrSet('loading', 'lazy');
    }
  }
}

function readSections(tokens: readonly Token[]): readonly Section[] {
  const sections: { id: string; heading: string; text: string }[] = [{ id: '', heading: '', text: '' }];
  tokens.forEach((token, index) => {
    const section = sections.at(-1);
    if (token.type === 'heading_open')
      sections.push({ id: String(token.attrGet('id')), heading: textOf(tokens[index + 1]), text: '' });
    else if (section && token.type === 'fence') section.text += ` ${token.content}`;
    else if (section && token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open')
      section.text += ` ${textOf(token)}`;
  });
  return sections.map((section) => ({ ...section, text: section.text.replaceAll(/\s+/g, ' ').trim() }));
}

function textOf(token: Token | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content, children }) =>
      type === 'softbreak' || type === 'hardbreak' ? ' ' : (children?.length ?? 0) > 0 ? '' : content,
    )
    .join('');
}
