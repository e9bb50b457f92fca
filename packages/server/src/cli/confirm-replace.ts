import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { StartError } from '../platform/errors.ts';

export const REPLACE_OPTION = {
  type: 'boolean',
  description: 'Replace what exists already, without asking',
} as const;

interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
}

/** Asks in a terminal; elsewhere, `--replace` is required. Throws unless `what` may be replaced. */
export async function confirmReplace(
  what: string,
  replace: boolean | undefined,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (replace) return;
  if (!input.isTTY || !output.isTTY)
    throw new StartError(`${what} already exists. Add --replace to replace it.`);
  const prompt = createInterface({ input, output });
  const closed = new AbortController();
  // Ctrl-C and Ctrl-D.
  prompt.once('close', () => closed.abort());
  const answer = await prompt
    .question(`${what} already exists. Replace it? [y/N] `, { signal: closed.signal })
    .catch(() => '')
    .finally(() => prompt.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new StartError('Nothing was replaced.');
}
