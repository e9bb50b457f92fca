import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';

interface LazyProps<Module> {
  readonly load: () => Promise<Module>;
  readonly render: (loaded: Module) => VNode;
}

/** Loads a module when it is first rendered. */
export function Lazy<Module extends object>({ load, render }: LazyProps<Module>): VNode | null {
  const loaded = useSignal<Module | undefined>(undefined);
  useEffect(() => {
    load().then((module) => {
      loaded.value = module;
    }, console.error);
  }, []);
  return loaded.value ? render(loaded.value) : null;
}
