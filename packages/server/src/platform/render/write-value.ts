import type { Locale } from '@inlay/charts/format/locale';
import { type ReadValue, readValue, readVariable } from '@inlay/charts/format/read-value';
import { writeVariable } from '@inlay/charts/format/title-tile';
import { ABSENT, isWrittenAsZero, writeCell } from '@inlay/charts/format/write-value';
import { WAITING } from '@inlay/content/page-state';
import { branchReader } from '@inlay/protocol/branch-reader';
import { chooseBranches } from '@inlay/protocol/choose-branches';
import type { Variables } from '@inlay/protocol/frame-messages';
import type { NamedValues } from '@inlay/protocol/narrative';
import { parseTitle, type StatedValue, variableOf } from '@inlay/protocol/parse-narrative';
import type { QueryResult } from '@inlay/protocol/result';

/** Writes a text for its reader. */
export interface TextWriter {
  /** Formats a value that the text states; absent values become a dash. */
  readonly write: (value: StatedValue) => string;
  /** The text with the branches that its values choose; undefined while one of these values is not known. */
  readonly choose: (text: string) => string | undefined;
}

interface TextSources {
  readonly values: NamedValues | undefined;
  readonly results: ReadonlyMap<string, QueryResult>;
  readonly variables: Variables;
  readonly isPending: (tileId: string) => boolean;
}

/** Values of tiles without a result are absent, or wait if there will be one. */
export function valueWriter(
  values: NamedValues | undefined,
  results: ReadonlyMap<string, QueryResult>,
  variables: Variables,
  locale: Locale,
  isPending: (tileId: string) => boolean = () => false,
): TextWriter {
  const read = (stated: StatedValue) => readNamed(stated, { values, results, variables, isPending });
  return {
    write: (stated) => {
      const found = read(stated);
      if (found === 'pending') return WAITING;
      return found ? writeCell(found.cell, found.column, stated.format, locale) : ABSENT;
    },
    choose: (text) => {
      const reader = branchReader(text, {
        cell: (name) => {
          const found = read({ value: name, format: undefined });
          return found === 'pending' ? undefined : (found?.cell ?? null);
        },
        isWrittenAsZero: (stated) => {
          const found = read(stated);
          return typeof found === 'object' && isWrittenAsZero(found, stated.format, locale);
        },
        language: locale.language,
      });
      return chooseBranches(text, reader);
    },
  };
}

function readNamed(
  { value: name, format }: StatedValue,
  { values, results, variables, isPending }: TextSources,
): ReadValue | 'pending' | undefined {
  const variable = variableOf({ value: name });
  if (variable !== undefined) return readVariable(variables, variable, format);
  const source = values && Object.hasOwn(values, name) ? values[name] : undefined;
  if (!source) return undefined;
  if (isPending(source.tile)) return 'pending';
  const result = results.get(source.tile);
  return result && readValue(source, result, variables);
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
