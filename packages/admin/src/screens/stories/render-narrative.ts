import { ABSENT, writeValue } from '@inlay/charts/format/write-value';
import { parseNarrative } from '@inlay/protocol/parse-narrative';
import type { QueryResult } from '@inlay/protocol/result';
import type { StoryStep } from '@inlay/protocol/story';
import MarkdownIt from 'markdown-it';
import { adminLocale } from '../../charts/admin-locale.ts';

type Results = ReadonlyMap<string, QueryResult>;

// As the server has it: no HTML, no pictures, links to the web and to mail alone.
const markdown = new MarkdownIt({ html: false }).disable(['image']);
markdown.validateLink = (url) => /^(?:https?:|mailto:)/i.test(url);

/** A title with its values written out; it is no Markdown. */
export function writeTitle(text: string, step: StoryStep, results: Results): string {
  return written(text, step, results, (value) => value);
}

/** A text as HTML. What people typed is escaped by the renderer, and what data says by us. */
export function renderNarrative(text: string, step: StoryStep, results: Results): string {
  return markdown.render(
    written(text, step, results, (value) => value.replaceAll(/[\\`*_{}[\]()#+\-.!|<>~&]/g, '\\$&')),
  );
}

function written(text: string, step: StoryStep, results: Results, guard: (value: string) => string): string {
  return parseNarrative(text)
    .map((part) => {
      if ('text' in part) return part.text;
      if ('problem' in part) return '';
      const source = step.values?.[part.value];
      const result = source && results.get(source.tile);
      return guard(result ? writeValue(source, result, part.format, adminLocale) : ABSENT);
    })
    .join('');
}
