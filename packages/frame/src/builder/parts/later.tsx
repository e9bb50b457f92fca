import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';

interface LaterProps<Module> {
  readonly load: () => Promise<Module>;
  readonly show: (loaded: Module) => VNode;
}

/** A part whose code comes when it is first wanted. */
export function Later<Module extends object>({ load, show }: LaterProps<Module>): VNode | null {
  const loaded = useSignal<Module | undefined>(undefined);
  useEffect(() => {
    load().then((module) => {
      loaded.value = module;
    }, console.error);
  }, []);
  return loaded.value ? show(loaded.value) : null;
}
