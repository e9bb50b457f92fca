/** Calls listeners in the order they were added; one that throws does not prevent the others. */
interface Emitter<Event extends { readonly name: string }> {
  readonly events: {
    on(name: string, listener: (event: Event) => void): () => void;
    off(name: string, listener: (event: Event) => void): void;
  };
  emit(event: Event): void;
}

export function createEmitter<Event extends { readonly name: string }>(): Emitter<Event> {
  type Listener = (event: Event) => void;
  // Never changed in place, so that an event reaches every listener even if one removes another.
  let listening: readonly (readonly [name: string, listener: Listener])[] = [];
  const off = (name: string, listener: Listener) => {
    listening = listening.filter(([theirs, other]) => theirs !== name || other !== listener);
  };
  return {
    events: {
      on: (name, listener) => {
        off(name, listener);
        listening = [...listening, [name, listener]];
        return () => off(name, listener);
      },
      off,
    },
    emit: (event) => {
      for (const [name, listener] of listening) {
        try {
          if (name === event.name) listener(event);
        } catch (error) {
          reportError(error);
        }
      }
    },
  };
}
