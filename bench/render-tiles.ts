import { gzipSync } from 'node:zlib';
import { TileChart } from '@inlay/charts/tile-chart';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { fixtures } from '../packages/charts/test/fixtures/fixtures.ts';

export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const passes = 6;
const rounds = 100;

/**
 * How long a server takes to paint a tile, warm, and what it puts on the wire. Of several passes the quietest
 * counts: on a busy machine the others measure its neighbours.
 */
export function benchRenderTiles(): readonly BenchRow[] {
  return fixtures.flatMap(({ name, props }) => {
    const render = () => renderToString(h(TileChart, props));
    const runs = Array.from({ length: passes }, () => timesOf(render));
    const quietest = (share: number) =>
      Math.min(...runs.slice(1).map((times) => times[Math.floor(rounds * share)] ?? 0));
    return [
      { name: `render ${name}, p50`, value: Math.round(quietest(0.5) * 1000) / 1000, unit: 'ms' },
      { name: `render ${name}, p95`, value: Math.round(quietest(0.95) * 1000) / 1000, unit: 'ms' },
      { name: `render ${name}, wire`, value: gzipSync(render()).length, unit: 'B gzip' },
    ];
  });
}

function timesOf(run: () => unknown): readonly number[] {
  return Array.from({ length: rounds }, () => {
    const started = performance.now();
    run();
    return performance.now() - started;
  }).sort((a, b) => a - b);
}

if (import.meta.main) {
  for (const { name, value, unit } of benchRenderTiles())
    console.log(`${name.padEnd(44)} ${String(value).padStart(8)} ${unit}`);
}
