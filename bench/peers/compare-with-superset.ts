import type { ServerProcess } from '../load/server-process.ts';
import { repeat, startSixTiles } from '../load/six-tiles.ts';
import { ms, printTable } from '../table.ts';
import { installSuperset, missingForSuperset, SUPERSET_VERSION, startSuperset } from './superset.ts';

const ROUNDS = 3;
const TARGET = 50;

interface Contender {
  readonly server: ServerProcess;
  prepare?(exchanges: number): void;
  open(): Promise<unknown>;
  stop(): Promise<void>;
}

interface Measured {
  readonly perSecond: number;
  readonly cpuMs: number;
}

/**
 * The same six tiles over the same rows in Superset, embedded as its documentation says: a guest token, then one request
 * for the data of each chart. Inlay also renders the page. Both are one process with warm caches, and take turns.
 */
export async function compareWithSuperset(): Promise<void> {
  const missing = await missingForSuperset();
  if (missing !== undefined) {
    console.log(`\nSuperset was not measured: ${missing}`);
    return;
  }
  await installSuperset();
  const inlay = await startSixTiles();
  try {
    const superset = await startSuperset();
    try {
      await compare(inlay, superset);
    } finally {
      await superset.stop();
    }
  } finally {
    await inlay.stop();
  }
}

async function compare(inlay: Contender, superset: Contender): Promise<void> {
  await repeat(800, inlay.open);
  await repeat(16, superset.open);
  const [own, theirs]: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    own.push(await measure(inlay, 400));
    theirs.push(await measure(superset, 24));
  }
  // The quietest round: the machine may be shared.
  const rateOf = (rounds: readonly Measured[]) => Math.max(...rounds.map(({ perSecond }) => perSecond));
  const cpuOf = (rounds: readonly Measured[]) => Math.min(...rounds.map(({ cpuMs }) => cpuMs));
  const ratio = rateOf(own) / rateOf(theirs);
  printTable(
    `A dashboard of six tiles, warm, beside Superset ${SUPERSET_VERSION}: quietest of ${ROUNDS} rounds`,
    [
      { what: 'Superset, dashboards opened', figure: `${rateOf(theirs).toFixed(1)}/s` },
      {
        what: 'Inlay, dashboards opened',
        figure: `${rateOf(own).toFixed(0)}/s`,
        ratio: `${ratio.toFixed(0)} ×`,
        target: `≥ ${TARGET} ×`,
        met: ratio >= TARGET,
      },
      { what: 'Superset, CPU per dashboard', figure: ms(cpuOf(theirs)) },
      {
        what: 'Inlay, CPU per dashboard',
        figure: ms(cpuOf(own)),
        ratio: `${(cpuOf(theirs) / cpuOf(own)).toFixed(0)} × less`,
      },
    ],
  );
}

async function measure({ server, prepare, open }: Contender, openings: number): Promise<Measured> {
  prepare?.(openings);
  const [cpu, started] = [await server.cpuMicroseconds(), performance.now()];
  await repeat(openings, open);
  const seconds = (performance.now() - started) / 1000;
  const cpuMs = ((await server.cpuMicroseconds()) - cpu) / openings / 1000;
  return { perSecond: openings / seconds, cpuMs };
}
