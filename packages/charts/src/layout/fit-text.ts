import { textWidth } from './text-width.ts';

/** Truncates to `maxWidth` with an ellipsis; the caller puts the full text into a `<title>`. */
export function truncate(text: string, maxWidth: number, fontSize: number, bold = false): string {
  if (textWidth(text, fontSize, bold) <= maxWidth) return text;
  const room = maxWidth - textWidth('…', fontSize, bold);
  let used = 0;
  let kept = '';
  for (const char of text) {
    used += textWidth(char, fontSize, bold);
    if (used > room) break;
    kept += char;
  }
  return `${kept.trimEnd()}…`;
}

/** Wraps at spaces into at most `maxLines` lines; the last one is truncated. */
export function wrap(text: string, maxWidth: number, fontSize: number, maxLines: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, fontSize) > maxWidth) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  lines.push(line);
  if (lines.length <= maxLines) return lines.map((each) => truncate(each, maxWidth, fontSize));
  const kept = lines.slice(0, maxLines - 1);
  return [...kept, truncate(lines.slice(maxLines - 1).join(' '), maxWidth, fontSize)];
}
