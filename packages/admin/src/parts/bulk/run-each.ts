import { type ApiError, asApiError } from '../../api/api-error.ts';

export interface Outcome<T> {
  readonly done: readonly T[];
  readonly refused: readonly { readonly item: T; readonly error: ApiError }[];
}

/**
 * Sends a request for each item, one after the other. Refused ones are tried again while others succeed, because an item
 * may be in use by one that is deleted after it. Without a connection the rest is not tried.
 */
export async function runEach<T>(
  items: readonly T[],
  send: (item: T) => Promise<unknown>,
): Promise<Outcome<T>> {
  const done: T[] = [];
  let left: readonly T[] = items;
  while (true) {
    const refused: { item: T; error: ApiError }[] = [];
    for (const item of left) {
      const lost = refused.find(({ error }) => error.status === 0);
      if (lost) refused.push({ item, error: lost.error });
      else
        await send(item).then(
          () => done.push(item),
          (error: unknown) => refused.push({ item, error: asApiError(error) }),
        );
    }
    const hasProgress = refused.length < left.length;
    const mayHelp = refused.some(({ error }) => error.status === 409);
    if (!hasProgress || !mayHelp) return { done, refused };
    left = refused.map(({ item }) => item);
  }
}
