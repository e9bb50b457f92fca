import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { setPicture } from '../../tile/set-picture.ts';

/** What the server rendered, as part of what Preact draws. */
export function Picture({ html }: { readonly html: string }): VNode {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current) setPicture(box.current, html);
  }, [html]);
  return <div class="bld-picture" ref={box} />;
}
