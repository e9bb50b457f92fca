import { WAITING } from '@inlay/content/page-state';
import { hasBlocks } from '@inlay/protocol/choose-branches';
import {
  type NarrativePart,
  parseNarrative,
  parseTitle,
  placeOf,
  placeOfText,
  type StatedValue,
  type TitlePart,
  valueAt,
} from '@inlay/protocol/parse-narrative';
import MarkdownIt, { type Token } from 'markdown-it';
import { type Html, html, trustedHtml } from './html.ts';
import type { TextWriter } from './write-value.ts';

/** More than a text of 20,000 characters can hold without leaving cells out. */
const maxCells = 10_000;

// `html: false` shows a `<` as the character it is; links to anything but http, https and mailto stay text.
// Each level of nesting costs another pass over brackets and emphasis.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: 40 }).disable([
  'image',
]);
markdown.validateLink = (url) => /^(?:https?:|mailto:)/i.test(url);
markdown.renderer.rules.link_open = (tokens, index, options, _environment, self) => {
  // A link does not navigate the frame, and its target learns nothing about this page.
  tokens[index]?.attrSet('target', '_blank');
  tokens[index]?.attrSet('rel', 'noopener noreferrer');
  return self.renderToken(tokens, index, options);
};
markdown.inline.ruler.before('text', 'value', (state, silent) => {
  const found = valueAt(state.src, state.pos);
  if (!found) return false;
  if (!silent) state.push('value', '', 0).content = state.src.slice(state.pos, found.end);
  state.pos = found.end;
  return true;
});
const [tableRule] = markdown.block.ruler.getRules('');
// Missing cells are filled in, up to 65,536 of them: a few thousand bars would become a page of half a megabyte.
markdown.block.ruler.at(
  'table',
  (state, start, end, silent) => {
    const columns = state.getLines(start + 1, start + 2, 0, false).split('|').length;
    return (
      tableRule?.(state, start, Math.min(end, start + 2 + Math.ceil(maxCells / columns)), silent) ?? false
    );
  },
  { alt: ['paragraph', 'reference'] },
);
type WriteValue = TextWriter['write'];

function valueSpan(part: StatedValue, owner: string, write: WriteValue): Html {
  // A value may be in another script than the sentence around it.
  return html`<bdi data-value="${placeOf(owner, part)}">${write(part)}</bdi>`;
}

/** The title of a step, which is not Markdown but may state values of the data. */
export function renderTitle(title: string, owner: string, { choose, write }: TextWriter): Html {
  return renderParts(parseNarrative(choose(title) ?? WAITING), owner, write);
}

/** The title or description of a tile or page, which may name variables of the host page. */
export function renderPlain(text: string, { write }: TextWriter): Html {
  return renderParts(parseTitle(text), '', write);
}

function renderParts(parts: readonly (NarrativePart | TitlePart)[], owner: string, write: WriteValue): Html {
  return html`${parts.map((part) => {
    if ('text' in part) return part.text;
    return 'value' in part && valueSpan(part, owner, write);
  })}`;
}

/** A text of an author as HTML, with values of the data in its sentences. `owner` is the item or step it belongs to. */
export function renderMarkdown(text: string, owner: string, { choose, write }: TextWriter): Html {
  const tokens = markdown.parse(choose(text) ?? WAITING, {});
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const part = valueIn(token);
    if (!part) continue;
    token.type = 'html_inline';
    token.content = valueSpan(part, owner, write).toString();
  }
  // The renderer escapes all other text: `html: false` makes no tokens that it writes as they are.
  return trustedHtml(markdown.renderer.render(tokens, markdown.options));
}

const valueIn = ({ type, content }: Pick<Token, 'type' | 'content'>): StatedValue | undefined =>
  type === 'value' ? valueAt(content, 0)?.value : undefined;

/** Where a page puts this text when its values change; only if its sentences depend on them. */
export const textPlace = (owner: string, field: string, text: string | undefined): string | undefined =>
  text !== undefined && hasBlocks(text) ? placeOfText(owner, field) : undefined;

/** A paragraph, heading or list item as runs of text, for files that are not HTML. */
export interface TextBlock {
  readonly kind: 'paragraph' | 'heading' | 'item';
  readonly runs: readonly { readonly text: string; readonly bold?: boolean; readonly italic?: boolean }[];
}

export function titleRuns(title: string, { choose, write }: TextWriter): TextBlock['runs'] {
  return parseNarrative(choose(title) ?? WAITING).map((part) => ({
    text: 'text' in part ? part.text : 'value' in part ? write(part) : '',
  }));
}

export function markdownBlocks(text: string, { choose, write }: TextWriter): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let kind: TextBlock['kind'] = 'paragraph';
  for (const token of markdown.parse(choose(text) ?? WAITING, {})) {
    if (token.type === 'list_item_open') kind = 'item';
    else if (token.type === 'heading_open') kind = 'heading';
    else if (token.type === 'list_item_close' || token.type === 'heading_close') kind = 'paragraph';
    else if (token.type === 'inline') blocks.push({ kind, runs: inlineRuns(token.children ?? [], write) });
    else if (token.type === 'fence' || token.type === 'code_block')
      blocks.push({ kind, runs: [{ text: token.content }] });
  }
  return blocks;
}

function inlineRuns(tokens: readonly Token[], write: WriteValue): TextBlock['runs'] {
  let bold = false;
  let italic = false;
  return tokens.flatMap((token) => {
    const { type, content } = token;
    if (type === 'strong_open' || type === 'strong_close') bold = type === 'strong_open';
    else if (type === 'em_open' || type === 'em_close') italic = type === 'em_open';
    const part = valueIn(token);
    const isBreak = type === 'softbreak' || type === 'hardbreak';
    const text = part ? write(part) : isBreak ? ' ' : content;
    return text === '' ? [] : [{ text, ...(bold ? { bold } : {}), ...(italic ? { italic } : {}) }];
  });
}
