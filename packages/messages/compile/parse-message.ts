import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

export type Argument =
  | { readonly type: 'string' }
  | { readonly type: 'number' }
  | { readonly type: 'select'; readonly choices: readonly string[] };

interface Plural {
  readonly type: Intl.PluralRuleType;
  readonly categories: readonly string[];
}

export interface ParsedMessage {
  /** The language it is written in, whose plural rules and number format it follows. */
  readonly locale: string;
  readonly elements: readonly MessageFormatElement[];
  readonly arguments: ReadonlyMap<string, Argument>;
  readonly plurals: readonly Plural[];
}

/** Parses a message in ICU MessageFormat; throws an error that says what is wrong with it. */
export function parseMessage(text: string, locale: string): ParsedMessage {
  const elements = parseText(text);
  const found = new Map<string, Argument>();
  const plurals: Plural[] = [];
  const add = (name: string, argument: Argument) => {
    if (!/^[a-zA-Z]\w*$/.test(name))
      throw new Error(`argument {${name}} needs a name of letters and digits, such as {name}`);
    const known = found.get(name) ?? { type: 'string' };
    if (argument.type === 'string') found.set(name, known);
    else if (known.type === 'string' || typeText(known) === typeText(argument)) found.set(name, argument);
    else
      throw new Error(`argument {${name}} is used both as ${typeText(known)} and as ${typeText(argument)}`);
  };
  const visit = (element: MessageFormatElement): void => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return;
      case TYPE.argument:
        add(element.value, { type: 'string' });
        return;
      case TYPE.number:
        if (element.style) throw new Error(`{${element.value}, number} takes no style: format it in code`);
        add(element.value, { type: 'number' });
        return;
      case TYPE.plural:
        if (element.offset !== 0)
          throw new Error(`{${element.value}} uses an offset, which is not supported`);
        add(element.value, { type: 'number' });
        plurals.push({ type: element.pluralType ?? 'cardinal', categories: Object.keys(element.options) });
        break;
      case TYPE.select:
        add(element.value, { type: 'select', choices: Object.keys(element.options) });
        break;
      default:
        throw new Error('dates, times and tags are not supported: format them in code and pass them as text');
    }
    for (const option of Object.values(element.options)) option.value.forEach(visit);
  };
  elements.forEach(visit);
  return { locale, elements, arguments: found, plurals };
}

/** The TypeScript type of an argument. */
export const typeText = (argument: Argument): string =>
  argument.type === 'select'
    ? [...argument.choices]
        .sort()
        .map((choice) => JSON.stringify(choice))
        .join(' | ')
    : argument.type;

function parseText(text: string): readonly MessageFormatElement[] {
  try {
    return parse(text, { ignoreTag: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`invalid ICU message (${reason.toLowerCase().replaceAll('_', ' ')})`);
  }
}
