import type { Options } from './parse-options.ts';

interface Described {
  readonly summary: string;
  readonly argument?: { readonly label: string; readonly description: string };
  readonly options: Options;
  readonly details: string;
  readonly examples: readonly string[];
  readonly exitCodes?: Readonly<Record<number, string>>;
}

const LINE_WIDTH = 100;
const EXIT_CODES = { 0: 'Success', 1: 'Error', 2: 'Incorrect usage' };

/** The text of `inlay <name> --help`: usage, details, arguments, options, examples and exit codes. */
export function commandHelp(name: string, command: Described): string {
  const { summary, argument, options, details, examples, exitCodes } = command;
  const flags = Object.entries(options).map(
    ([flag, { value, description }]) =>
      [`--${flag}${value === undefined ? '' : ` ${value}`}`, description] as const,
  );
  const argumentPart = argument ? ` ${argument.label}` : '';
  const codes = Object.entries({ ...EXIT_CODES, ...exitCodes });
  return [
    `${summary}.\n\nUsage: inlay ${name}${argumentPart}${flags.length > 0 ? ' [options]' : ''}`,
    details,
    argument && section('Arguments', [[argument.label, argument.description]]),
    section('Options', [...flags, ['-h, --help', 'Show this help']]),
    `Examples:\n${examples.map((example) => `  inlay ${name} ${example}`.trimEnd()).join('\n')}`,
    section('Exit codes', codes),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

/** A heading with rows in two columns; long texts are wrapped. */
export function section(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, text]) => {
    const indented = wrap(text, LINE_WIDTH - width - 4).join(`\n${' '.repeat(width + 4)}`);
    return `  ${label.padEnd(width)}  ${indented}`;
  });
  return `${title}:\n${lines.join('\n')}`;
}

function wrap(text: string, width: number): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
