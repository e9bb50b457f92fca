import type { BuilderMessages } from '@inlay/messages/builder';

/** Why the server refused a request of the builder. Without a status, the server was not reached. */
export class Refusal extends Error {
  readonly status: number | undefined;
  readonly code: string | undefined;

  constructor(message: string, status?: number, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A refusal in the viewer's language. The server's own message is for developers. */
export const refusalText = (error: unknown, messages: BuilderMessages): string =>
  textOfCode(error instanceof Refusal ? error.code : undefined, messages);

export function textOfCode(code: string | undefined, messages: BuilderMessages): string {
  const known: Readonly<Record<string, string>> = messages.refusals;
  return (code !== undefined && Object.hasOwn(known, code) ? known[code] : undefined) ?? messages.failedHint;
}
