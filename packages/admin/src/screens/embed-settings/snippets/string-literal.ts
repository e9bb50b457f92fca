export type Language = 'node' | 'curl' | 'python' | 'java' | 'php' | 'go' | 'csharp';

/**
 * Writes a value as a string literal of a language, so that no value can end its literal or hide what the code does.
 * Control and format characters are escaped too: bidirectional marks can make code look different from what it does.
 */
export function stringLiteral(language: Language, value: string): string {
  const { quote, escapes, byNumber, unsafe = unseen } = rules[language];
  const body = [...value.toWellFormed()].map((character) => {
    const short = escapes[character];
    if (short !== undefined) return short;
    return unsafe.test(character) ? byNumber(character.codePointAt(0) ?? 0) : character;
  });
  return `${quote[0]}${body.join('')}${quote[1]}`;
}

const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

interface Rules {
  readonly quote: readonly [string, string];
  readonly escapes: Readonly<Record<string, string>>;
  readonly byNumber: (codePoint: number) => string;
  /** The characters to write as numeric escapes; invisible ones by default. */
  readonly unsafe?: RegExp;
}

const hex = (codePoint: number, digits: number) => codePoint.toString(16).padStart(digits, '0');
const octal = (codePoint: number) => `\\${codePoint.toString(8).padStart(3, '0')}`;
const lines = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };
const double = { quote: ['"', '"'], escapes: { ...lines, '"': '\\"' } } as const;
const shortOrLong = (codePoint: number) =>
  codePoint > 0xffff ? `\\U${hex(codePoint, 8)}` : `\\u${hex(codePoint, 4)}`;

const rules: Readonly<Record<Language, Rules>> = {
  node: {
    quote: ["'", "'"],
    escapes: { ...lines, "'": "\\'" },
    byNumber: (codePoint) => `\\u{${hex(codePoint, 1)}}`,
  },
  // Inside '…' a shell has no escapes, so every character except the quote stays unchanged.
  curl: {
    quote: ["'", "'"],
    escapes: { "'": `'\\''` },
    byNumber: (codePoint) => String.fromCodePoint(codePoint),
  },
  python: { ...double, byNumber: shortOrLong },
  // Java replaces \uXXXX before it looks for quotes and line ends (JLS §3.3), so those below 256 are written in octal.
  // Before JDK 18 it also reads source files in the machine's encoding, so only ASCII is safe.
  java: {
    ...double,
    unsafe: /[^ -~]/u,
    byNumber: (codePoint) =>
      codePoint < 0x100
        ? octal(codePoint)
        : [...utf16(codePoint)].map((unit) => `\\u${hex(unit, 4)}`).join(''),
  },
  php: {
    quote: ['"', '"'],
    escapes: { ...double.escapes, $: '\\$' },
    byNumber: (codePoint) => `\\u{${hex(codePoint, 1)}}`,
  },
  go: { ...double, byNumber: shortOrLong },
  csharp: { ...double, byNumber: shortOrLong },
};

function utf16(codePoint: number): readonly number[] {
  const text = String.fromCodePoint(codePoint);
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}
