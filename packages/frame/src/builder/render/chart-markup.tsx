import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { setChart } from '../../tile/set-chart.ts';

/** Shows markup that the server rendered. */
export function ChartMarkup({ html }: { readonly html: string }): VNode {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current) setChart(box.current, html);
  }, [html]);
  return <div class="bld-picture" ref={box} />;
}
