import { isRightToLeft } from '@inlay/charts/format/locale';
import { textWidth } from '@inlay/charts/layout/text-width';
import { html } from '../html.ts';
import type { TextBlock } from '../render-markdown.ts';
import { type Part, type Pen, type Run, stacked, type TextStyle, textLine } from './sheet.ts';

const BULLET = 18;

/** An author's text, wrapped to this width. */
export function paragraphs(blocks: readonly TextBlock[], width: number, style: TextStyle, pen: Pen): Part {
  const parts = blocks.map((block): Part => {
    const inset = block.kind === 'item' ? BULLET : 0;
    const own = block.kind === 'heading' ? { ...style, bold: true } : style;
    const lines = wrapRuns(block.runs, width - inset, own);
    const rtl = isRightToLeft(pen.locale);
    const edges = rtl ? { from: 0, to: width - inset } : { from: inset, to: width };
    const height = own.size * 1.5;
    const svg = lines.map((line, row) =>
      textLine(line, { ...edges, y: Math.round(row * height + own.size * 1.1) }, own, pen.locale),
    );
    const mark =
      inset > 0 &&
      html`<circle cx="${rtl ? width - 5 : 5}" cy="${own.size * 0.75}" r="2.2" fill="${style.fill}"/>`;
    return { height: lines.length * height, svg: html`${mark}${svg}` };
  });
  return stacked(parts, style.size * 0.6);
}

/** Breaks between words; a word that is longer than a line is cut where the line ends. */
export function wrapRuns(
  runs: readonly Run[],
  width: number,
  { size, bold = false }: Pick<TextStyle, 'size' | 'bold'>,
): readonly (readonly Run[])[] {
  const lines: Run[][] = [[]];
  let used = 0;
  const put = (run: Run, text: string) => {
    const line = lines.at(-1) as Run[];
    const last = line.at(-1);
    if (last && last.bold === run.bold && last.italic === run.italic)
      line[line.length - 1] = { ...last, text: last.text + text };
    else line.push({ ...run, text });
  };
  for (const run of runs) {
    for (const word of run.text.split(/(?<=\s)|(?<=[\u3000-\u9fff\uff00-\uffef])/u)) {
      const measure = (text: string) => textWidth(text, size, bold || (run.bold ?? false));
      if (used > 0 && used + measure(word.trimEnd()) > width) {
        lines.push([]);
        used = 0;
      }
      let rest = word;
      while (measure(rest.trimEnd()) > width && rest.length > 1) {
        const fits = Math.max(1, Math.floor((rest.length * width) / measure(rest)));
        put(run, rest.slice(0, fits));
        rest = rest.slice(fits);
        lines.push([]);
      }
      put(run, rest);
      used += measure(rest);
    }
  }
  return lines.filter((line) => line.length > 0);
}
