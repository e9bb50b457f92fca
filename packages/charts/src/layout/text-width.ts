/**
 * Widths in hundredths of an em: the maximum of Inter, Noto Sans and Arial, with tabular figures, so that text laid out
 * on a server, where no font can be measured, fits in the viewer's system font.
 */
const widths: ReadonlyMap<string, number> = new Map(
  Object.entries({
    24: "ijl'|",
    28: ' !,.:;I·',
    36: 'ft()/[]\\{}',
    40: 'r"',
    50: 'sJz–*_`',
    54: 'ckvxyL?^',
    58: 'aeFhn',
    62: 'bdgopqEZßu<>+=~−',
    64: '0123456789$£¥€',
    66: 'ABKPRSTVXY#&-',
    74: 'CDGHNOQU',
    82: 'w…',
    84: '←↑→↓',
    90: 'mM',
    95: 'W@',
    98: '%',
    100: '▲▼●',
  }).flatMap(([width, chars]) => [...chars].map((char) => [char, Number(width)] as const)),
);

const ascii = Array.from({ length: 128 }, (_, code) => widths.get(String.fromCharCode(code)) ?? 60);

/** The width of `text` in px at `fontSize`, rounded up to be safe. */
export function textWidth(text: string, fontSize: number, bold = false): number {
  let hundredths = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    // The second half of a surrogate pair was counted with the first.
    if (code >= 0xdc00 && code <= 0xdfff) continue;
    hundredths += code < 128 ? (ascii[code] as number) : (widths.get(text[i] as string) ?? otherWidth(code));
  }
  return (hundredths / 100) * fontSize * (bold ? 1.06 : 1);
}

function otherWidth(code: number): number {
  if (code < 0x250) return 60;
  if (code >= 0x300 && code <= 0x36f) return 0;
  if ((code >= 0x200b && code <= 0x200f) || code === 0x61c) return 0;
  if (code >= 0x660 && code <= 0x669) return 60;
  // Arabic letters join and are far narrower than their isolated forms.
  if (code >= 0x600 && code <= 0x8ff) return code >= 0x64b && code <= 0x65f ? 0 : 46;
  if (code >= 0x590 && code < 0x600) return code < 0x5be ? 0 : 60;
  if (code >= 0x1100 && code < 0x2000) return 80;
  if (code >= 0x2000 && code <= 0x2bff) return 60;
  return code >= 0x2e80 ? 100 : 66;
}
