import type { ApiError } from './api-error.ts';

interface List<T> {
  readonly data?: { readonly data: readonly T[] } | undefined;
  readonly error?: ApiError | undefined;
}

/** The items of a list, as fields offer them: undefined while they are loaded, and none if that failed. */
export const itemsOf = <T>({ data, error }: List<T>): readonly T[] | undefined => data?.data ?? (error && []);
