type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'error'; readonly error: unknown };

/**
 * Runs with a signal that aborts on timeout or when the caller's signal does. Rejects only if the caller aborted.
 * Not `AbortSignal.any` over `AbortSignal.timeout`: Node 20 may collect that timer before it fires.
 */
export async function withTimeout<T>(
  ms: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<Outcome<T>> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ms);
  outer?.addEventListener('abort', abort);
  try {
    return { kind: 'done', value: await run(controller.signal) };
  } catch (error) {
    outer?.throwIfAborted();
    return controller.signal.aborted ? { kind: 'timeout' } : { kind: 'error', error };
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}
