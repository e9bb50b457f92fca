/** Calls listeners in the order they came; one that throws does not keep the others from hearing. */
export interface Emitter<Event extends { readonly name: string }> {
  on(name: string, listener: (event: Event) => void): () => void;
  off(name: string, listener: (event: Event) => void): void;
  emit(event: Event): void;
}

export function createEmitter<Event extends { readonly name: string }>(): Emitter<Event> {
  const listeners = new Map<string, Set<(event: Event) => void>>();
  const of = (name: string) => {
    const set = listeners.get(name) ?? new Set();
    listeners.set(name, set);
    return set;
  };
  return {
    on: (name, listener) => {
      of(name).add(listener);
      return () => of(name).delete(listener);
    },
    off: (name, listener) => {
      of(name).delete(listener);
    },
    emit: (event) => {
      for (const listener of [...of(event.name)]) {
        try {
          listener(event);
        } catch (error) {
          reportError(error);
        }
      }
    },
  };
}
