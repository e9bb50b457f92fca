import { textWidth } from './text-width.ts';

/** Truncates a sentence to `maxWidth` with an ellipsis; the caller puts the full text into a `<title>`. */
export function truncate(text: string, maxWidth: number, fontSize: number, bold = false): string {
  if (textWidth(text, fontSize, bold) <= maxWidth) return text;
  const room = maxWidth - textWidth('…', fontSize, bold);
  return `${startOf(text, room, fontSize, bold).trimEnd()}…`;
}

/** Truncates a name in its middle: names of one dimension often differ only at their ends. */
export function cutMiddle(text: string, maxWidth: number, fontSize: number, bold = false): string {
  if (textWidth(text, fontSize, bold) <= maxWidth) return text;
  const room = maxWidth - textWidth('…', fontSize, bold);
  const start = startOf(text, room / 2, fontSize, bold).trimEnd();
  const end = endOf(text, room - textWidth(start, fontSize, bold), fontSize, bold).trimStart();
  return `${start}…${end}`;
}

function startOf(text: string, room: number, fontSize: number, bold: boolean): string {
  let end = 0;
  for (let used = 0; end < text.length; end += 1) {
    used += textWidth(text[end] as string, fontSize, bold);
    if (used > room) break;
  }
  return text.slice(0, graphemeAt(text, end).from);
}

function endOf(text: string, room: number, fontSize: number, bold: boolean): string {
  let start = text.length;
  for (let used = 0; start > 0; start -= 1) {
    used += textWidth(text[start - 1] as string, fontSize, bold);
    if (used > room) break;
  }
  const { from, to } = graphemeAt(text, start);
  return text.slice(from === start ? start : to);
}

let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character must not be cut: an emoji, a letter with its combining marks. */
function graphemeAt(text: string, index: number): { readonly from: number; readonly to: number } {
  const isLatin = (place: number) => text.charCodeAt(place) < 0x300;
  if (index >= text.length || (isLatin(index - 1) && isLatin(index))) return { from: index, to: index + 1 };
  segmenter ??= new Intl.Segmenter();
  const { index: from, segment } = segmenter.segment(text).containing(index) as Intl.SegmentData;
  return { from, to: from + segment.length };
}

/** Where a line may end: after spaces, and between Chinese and Japanese characters. */
const breaks = /(?<=\s)(?=\S)|(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])/u;

/** The parts of a text that stay on one line, with the spaces after them. */
export const wordsOf = (text: string): readonly string[] => text.split(breaks);

/** Wraps between words into at most `maxLines` lines, of which the last one and words without room are cut. */
export function wrap(
  text: string,
  maxWidth: number,
  fontSize: number,
  maxLines: number,
  cut = cutMiddle,
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of wordsOf(text)) {
    if (line !== '' && textWidth((line + word).trimEnd(), fontSize) > maxWidth) {
      lines.push(line);
      line = word;
    } else line += word;
  }
  lines.push(line);
  const kept = lines.slice(0, maxLines - 1);
  const rest = lines.slice(maxLines - 1).join('');
  return [...kept, ...(rest === '' ? [] : [rest])].map((each) => cut(each.trim(), maxWidth, fontSize));
}
