import { unitCpuMs } from '../test/support/time/cpu-units.ts';
import { CHROMIUM_ENCODINGS, type Received, repeat, startSixTiles } from './load/six-tiles.ts';
import { ms, printTable, type Row } from './table.ts';
import { median } from './timed.ts';

const ROUNDS = 7;
const TIMES = 100;
const WARM_UP = 400;
/** CPU of the server: the budgets, for a machine that needs 25 ms for the fixed computation of `unitCpuMs`. */
const OPEN_MS = 5;
const FILTER_MS = 4;
const UNIT_MS = 25;

const CLIENTS = {
  'as Chromium requests it': CHROMIUM_ENCODINGS,
  'as Safari requests it': 'gzip, deflate, br',
  'with gzip only': 'gzip',
  uncompressed: 'identity',
};

interface Measured {
  readonly what: string;
  readonly limit: number;
  readonly work: () => Promise<Received>;
  readonly received: Received;
  readonly cpu: number[];
}

/**
 * What a dashboard of six tiles costs the server once everything is warm: opening it, the token exchange included, and
 * changing a filter. Encodings take turns, so that other work on the machine affects all of them; the machine is
 * measured before each turn.
 */
export async function benchOpenDashboard(): Promise<void> {
  const { server, prepare, token, open, changeFilter, stop } = await startSixTiles();
  try {
    const cpuOf = async (work: () => Promise<unknown>) => {
      prepare(TIMES);
      const slower = unitCpuMs() / UNIT_MS;
      const before = await server.cpuMicroseconds();
      await repeat(TIMES, work);
      return ((await server.cpuMicroseconds()) - before) / TIMES / 1000 / slower;
    };
    prepare(WARM_UP);
    await repeat(WARM_UP, () => open());
    let viewer = await token();
    const measured = async (
      what: string,
      limit: number,
      work: (encodings: string) => Promise<Received>,
    ): Promise<readonly Measured[]> =>
      Promise.all(
        Object.entries(CLIENTS).map(async ([client, encodings]) => {
          const once = () => work(encodings);
          return { what: `${what}, ${client}`, limit, work: once, received: await once(), cpu: [] };
        }),
      );
    await repeat(TIMES, () => changeFilter(viewer));
    const openings = await measured('exchange and page', OPEN_MS, open);
    const changes = await measured('filter change', FILTER_MS, (encodings) =>
      changeFilter(viewer, encodings),
    );
    const exchanges: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      viewer = await token();
      exchanges.push(await cpuOf(token));
      for (const { work, cpu } of [...openings, ...changes]) cpu.push(await cpuOf(work));
    }
    printTable(
      'A dashboard of six tiles, warm: CPU of the server as on the reference machine, quietest round and median',
      [{ what: 'exchange alone', figure: cpuFigure(exchanges) }, ...rows(openings), ...rows(changes)],
    );
  } finally {
    await stop();
  }
}

const cpuFigure = (cpu: readonly number[]) => `${ms(Math.min(...cpu))}, ${ms(median(cpu))}`;

/** The ratio is to the uncompressed response, which comes last. */
function rows(all: readonly Measured[]): readonly Row[] {
  const plain = median(all.at(-1)?.cpu ?? []);
  return all.map(({ what, limit, received: { bytes, encoding }, cpu }) => ({
    what,
    figure: `${cpuFigure(cpu)}; ${bytes.toLocaleString('en')} B ${encoding}`,
    ratio: `${(median(cpu) / plain).toFixed(2)} ×`,
    target: `${limit} ms`,
    met: Math.min(...cpu) <= limit,
  }));
}
