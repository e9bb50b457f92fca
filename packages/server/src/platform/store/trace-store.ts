import type { Tracer } from '../tracing/tracer.ts';
import type { Store } from './store.ts';

/** The store with a span for each transaction. */
export function traceStore(store: Store, tracer: Tracer): Store {
  if (!tracer.isOn) return store;
  const name = 'store transaction';
  return {
    ...store,
    write: (work) => tracer.span(name, () => store.write(work)),
    writeByOne: (statement, ...params) => tracer.span(name, () => store.writeByOne(statement, ...params)),
  };
}
