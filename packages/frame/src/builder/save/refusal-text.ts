import type { BuilderMessages } from '@inlay/messages/builder';
import { Refusal } from './refusal.ts';

/** What a person reads of a refusal, in their own language; what the server says is for whoever wrote the page. */
export const refusalText = (error: unknown, words: BuilderMessages): string =>
  textOfCode(error instanceof Refusal ? error.code : undefined, words);

export function textOfCode(code: string | undefined, words: BuilderMessages): string {
  const known: Readonly<Record<string, string>> = words.refusals;
  return (code !== undefined && Object.hasOwn(known, code) ? known[code] : undefined) ?? words.failedHint;
}
