import type { BuilderMessages } from '@inlay/messages/builder';
import { Refusal } from './refusal.ts';

/** What a person reads of a refusal, in their own language; what the server says is for whoever wrote the page. */
export const refusalText = (error: unknown, messages: BuilderMessages): string =>
  textOfCode(error instanceof Refusal ? error.code : undefined, messages);

export function textOfCode(code: string | undefined, messages: BuilderMessages): string {
  const known: Readonly<Record<string, string>> = messages.refusals;
  return (code !== undefined && Object.hasOwn(known, code) ? known[code] : undefined) ?? messages.failedHint;
}
