import type { Locale } from '@inlay/charts/format/locale';
import { writeVariable } from '@inlay/charts/format/title-tile';
import { ABSENT, writeValue } from '@inlay/charts/format/write-value';
import { WAITING } from '@inlay/content/page-state';
import type { Variables } from '@inlay/protocol/frame-messages';
import type { NamedValues } from '@inlay/protocol/narrative';
import { parseTitle, variableOf } from '@inlay/protocol/parse-narrative';
import type { QueryResult } from '@inlay/protocol/result';
import type { WriteValue } from './render-markdown.ts';

/** Formats the values of a text for readers, from the results of tiles and the variables of the host page. */
export function valueWriter(
  values: NamedValues | undefined,
  results: ReadonlyMap<string, QueryResult>,
  variables: Variables,
  locale: Locale,
): WriteValue {
  return ({ value: name, format }) => {
    const variable = variableOf({ value: name });
    if (variable !== undefined) return writeVariable(variables, variable, format, locale);
    const source = values && Object.hasOwn(values, name) ? values[name] : undefined;
    const result = source && results.get(source.tile);
    return source && result ? writeValue(source, result, format, locale) : ABSENT;
  };
}

/** Like `valueWriter`, with a placeholder for values of tiles that have no result yet. */
export function waitingWriter(
  write: WriteValue,
  values: NamedValues | undefined,
  isPending: (tileId: string) => boolean,
): WriteValue {
  return (part) => {
    const source = values && Object.hasOwn(values, part.value) ? values[part.value] : undefined;
    return source && isPending(source.tile) ? WAITING : write(part);
  };
}

/** The title of a page as plain text, for names, summaries and files. Tiles are written by `titleTile`. */
export function writeTitle(title: string, variables: Variables, locale: Locale): string {
  return parseTitle(title)
    .map((part) => {
      if ('text' in part) return part.text;
      const variable = 'value' in part ? variableOf(part) : undefined;
      return 'value' in part && variable !== undefined
        ? writeVariable(variables, variable, part.format, locale)
        : '';
    })
    .join('');
}
