import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import type { ParsedMessage } from './parse-message.ts';

/** The expression of a message: a string, or a function of its arguments. */
export function messageCode({ locale, elements, arguments: names }: ParsedMessage): string {
  const text = textCode(elements, locale);
  return names.size === 0 ? text : `(v) => ${text}`;
}

function textCode(elements: readonly MessageFormatElement[], locale: string, counted?: string): string {
  const parts = elements.map((element) => {
    if (element.type === TYPE.literal) return element.value.replaceAll(/[\\`]|\$\{/g, '\\$&');
    return `\${${valueCode(element, locale, counted)}}`;
  });
  return `\`${parts.join('')}\``;
}

function valueCode(element: MessageFormatElement, locale: string, counted?: string): string {
  switch (element.type) {
    case TYPE.argument:
      return `v.${element.value}`;
    case TYPE.number:
      return `number(${JSON.stringify(locale)}, v.${element.value})`;
    case TYPE.pound:
      return `number(${JSON.stringify(locale)}, v.${counted})`;
    case TYPE.plural: {
      const forms = Object.entries(element.options).map(
        ([name, { value }]) => [name, textCode(value, locale, element.value)] as const,
      );
      const value = `v.${element.value}`;
      const exact = forms.filter(([name]) => name.startsWith('='));
      const rule = element.pluralType === 'ordinal' ? 'ordinal' : 'plural';
      const chosen = `${rule}(${JSON.stringify(locale)}, ${value}, ${formsCode(forms.filter((form) => !exact.includes(form)))})`;
      return exact.reduceRight(
        (otherwise, [name, text]) => `${value} === ${name.slice(1)} ? ${text} : ${otherwise}`,
        chosen,
      );
    }
    case TYPE.select:
      return `select(v.${element.value}, ${formsCode(
        Object.entries(element.options).map(([name, { value }]) => [name, textCode(value, locale, counted)]),
      )})`;
    default:
      throw new Error('The message was not checked before it was compiled.');
  }
}

const formsCode = (forms: readonly (readonly [string, string])[]): string =>
  `{ ${forms.map(([name, text]) => `${JSON.stringify(name)}: ${text}`).join(', ')} }`;
