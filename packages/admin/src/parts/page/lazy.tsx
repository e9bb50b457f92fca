import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { useMessages } from '../../messages.ts';
import { Trouble } from './trouble.tsx';

/** A part of a screen in a file of its own, which is loaded when the part is first shown. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  /** Of the placeholder: none for a dialog. */
  lines = 6,
): (props: Props) => VNode {
  let loaded: ComponentType<Props> | undefined;
  return (props) => {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(loaded ? 'loaded' : 'loading');
    const { fileMissingText } = useMessages('admin').problems;
    useEffect(() => {
      if (loaded) return;
      load().then(
        (component) => {
          loaded = component;
          setState('loaded');
        },
        () => setState('failed'),
      );
    }, []);
    const Loaded = loaded;
    if (Loaded) return <Loaded {...props} />;
    if (state === 'failed')
      return <Trouble error={new ApiError(0, fileMissingText)} onRetry={() => location.reload()} />;
    return <Skeleton lines={lines} />;
  };
}
