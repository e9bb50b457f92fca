import { CHART, canvasOf, made, makeBuilderWorld, person } from '../test/support/builder/builder-world.ts';
import { setUpEmbedding } from '../test/support/embeds/embed-client.ts';
import {
  postgresStore,
  sqliteStore,
  startInlay,
  type TestStore,
} from '../test/support/server/start-inlay.ts';
import { ms, printTable, type Row } from './table.ts';
import { median, timed } from './timed.ts';

const SAMPLES = 40;
const CHARTS = 60;
const COLLEAGUES = 20;
const OF_EACH = 50;

/** What the server takes to open a builder and to save a dashboard of sixty charts, among a thousand of others. */
export async function benchBuilder(): Promise<void> {
  const rows: Row[] = [];
  for (const [name, makeStore] of Object.entries({ SQLite: sqliteStore, PostgreSQL: postgresStore }))
    rows.push(...(await measure(name, await makeStore())));
  printTable(`Builder: ${CHARTS} charts, ${COLLEAGUES * OF_EACH} private dashboards of others`, rows);
}

async function measure(name: string, store: TestStore): Promise<readonly Row[]> {
  const inlay = await startInlay(store, { env: { INLAY_LOG_LEVEL: 'silent' } });
  try {
    const setup = await setUpEmbedding(inlay);
    await makeBuilderWorld(inlay, setup);
    for (let colleague = 0; colleague < COLLEAGUES; colleague++) {
      const other = await person(inlay, setup, `colleague-${colleague}`, ['contribute']);
      for (let index = 0; index < OF_EACH; index++) await made(other, canvasOf('Theirs', { chart: CHART }));
    }
    const builder = await person(inlay, setup, 'cora', ['contribute']);
    const charts = Array.from({ length: CHARTS }, () => ({ chart: CHART }));
    const { dashboard } = await made(builder, canvasOf('Mine', ...charts));
    const path = `dashboards/${dashboard.id}`;
    let revision = dashboard.revision;
    const save = async () => {
      const body = canvasOf(`Mine ${revision}`, ...charts);
      const response = await builder('PUT', path, { body, ifMatch: revision });
      if (response.status !== 200) throw new Error(JSON.stringify(response.body));
      revision = response.body.dashboard.revision;
    };
    const bare = await medianTime(() => builder('GET', 'dashboards/nothing'));
    const row = async (what: string, work: () => Promise<unknown>): Promise<Row> => {
      const figure = await medianTime(work);
      return { what: `${name}, ${what}`, figure: ms(figure), ratio: (figure / bare).toFixed(1) };
    };
    return [
      { what: `${name}, a refusal`, figure: ms(bare), ratio: '1' },
      await row('open', () => builder('GET', '')),
      await row('open on a dashboard', () => builder('GET', `?dashboard=${dashboard.id}`)),
      await row('save', save),
      await row('a chart of it', () => builder('POST', `${path}/tiles/i0`, { body: {} })),
    ];
  } finally {
    await inlay.close();
    await store.drop();
  }
}

async function medianTime(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let sample = -5; sample < SAMPLES; sample++) {
    const time = await timed(work);
    if (sample >= 0) times.push(time);
  }
  return median(times);
}
