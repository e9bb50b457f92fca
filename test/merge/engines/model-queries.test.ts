import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Measure } from '@inlay/protocol/dataset';
import type { QuerySpec } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import type { EngineName } from '@inlay/server/platform/engines/engines';
import fc from 'fast-check';
import type { Refusal } from '../../support/data/data-client.ts';
import { TEST_ENGINES } from '../../support/engines/test-engines.ts';
import { arbitraryModel, arbitraryViewer } from '../../support/model/arbitrary-model.ts';
import { arbitraryCalendar, arbitraryNow, arbitraryQuery } from '../../support/model/arbitrary-query.ts';
import { chartProblem } from '../../support/model/chart-problem.ts';
import { differenceOf } from '../../support/model/compare-result.ts';
import { evaluateQuery, type QueryCase, type ReferenceResult } from '../../support/model/evaluate-query.ts';
import { makeRandom, type Random } from '../../support/model/random.ts';
import { Refused } from '../../support/model/refused.ts';
import { arbitraryMark, rowsProblem } from '../../support/model/rows-of-mark.ts';
import { makeShop } from '../../support/model/shop.ts';
import type { ShopModel } from '../../support/model/shop-model.ts';
import { buildShopWorld, datasetId, SHOP_ENGINES, type ShopWorld } from '../../support/model/shop-world.ts';
import { smallerQueries } from '../../support/model/smaller-queries.ts';
import { isFullTier } from '../../support/source/full-tier.ts';

/** INLAY_TEST_SEED chooses other cases, INLAY_TEST_MODELS more of them. */
const seed = fc.readConfigureGlobal().seed ?? 1;
const { INLAY_TEST_MODELS: models = isFullTier || process.env.INLAY_TEST_ENGINES ? 8 : 2 } = process.env;
const modelsFor = (engine: EngineName) =>
  Math.min(TEST_ENGINES[engine].maxModels ?? Number(models), Number(models));
const queriesPerModel = 30;
const chartQueries = 24;
const maxReported = 3;

describe('queries of related datasets', () => {
  const shop = makeShop(makeRandom(seed));
  const now = arbitraryNow(makeRandom(seed));
  let world: ShopWorld;
  before(async () => {
    world = await buildShopWorld(shop, now);
  });
  after(() => world?.stop());

  for (const engine of SHOP_ENGINES)
    it(`${engine}: results equal a plain evaluation, for random models, rules, viewers and queries`, async () => {
      const counts = { rows: 0, empty: 0, refused: 0 };
      const failures: string[] = [];
      for (let number = 0; number < modelsFor(engine) && failures.length < maxReported; number += 1) {
        const random = makeRandom(seed + number * 1000 + 1);
        const model = arbitraryModel(random, shop);
        const name = `m${number}`;
        await world.define(engine, name, model);
        const ask = makeAsk(engine, name);
        for (let count = 0; count < queriesPerModel && failures.length < maxReported; count += 1) {
          const queryCase = arbitraryCase(random, model);
          const { problem, outcome } = await ask(queryCase);
          counts[outcome] += 1;
          if (problem !== undefined)
            failures.push(`model ${number}, query ${count}, ${await reportOf(queryCase, problem, ask)}`);
        }
      }
      assert.equal(failures.length, 0, `seed ${seed}\n${failures.join('\n\n')}`);
      const all = counts.rows + counts.empty + counts.refused;
      assert.ok(counts.rows > all / 3 && counts.refused > 0, JSON.stringify(counts));
    });

  it('charts: totals, shares and running values equal a plain evaluation', async () => {
    const [engine] = SHOP_ENGINES;
    if (engine === undefined) return;
    const random = makeRandom(seed + 7);
    const model = arbitraryModel(random, shop);
    await world.define(engine, 'charts', model);
    let drawn = 0;
    for (let count = 0; count < chartQueries; count += 1) {
      const queryCase = chartCase(random, model);
      if (queryCase.query.dimensions.length === 0) continue;
      const expected = referenceOf(queryCase);
      if (expected instanceof Refused || (expected.columns[0]?.values.length ?? 0) === 0) continue;
      const { root, viewer, calendar, query } = queryCase;
      const response: { readonly status: number; readonly body: { readonly result: QueryResult } } =
        await world.client.ask(`datasets/${datasetId(engine, 'charts', root)}/query`, {
          body: { query, context: viewer, calendar },
        });
      assert.equal(response.status, 200, JSON.stringify(response.body));
      const problem = chartProblem(query, response.body.result, expected);
      assert.equal(problem, undefined, `seed ${seed}, ${root}: ${JSON.stringify(query)}`);
      drawn += 1;
    }
    // A viewer of some models sees hardly any rows.
    assert.ok(drawn > 0);
  });

  /** One dimension, and the grand total as charts ask for it; some with a limit or top values. */
  function chartCase(random: Random, model: ShopModel): QueryCase {
    const { query, ...queryCase } = arbitraryCase(random, model);
    const { dimensions, measures, filters, anyOf, top } = query;
    const [dimension] = dimensions;
    return {
      ...queryCase,
      query: {
        dimensions: dimension ? [dimension] : [],
        measures,
        ...(filters && { filters }),
        ...(anyOf && { anyOf }),
        ...(top && top.dimension === dimension?.column && { top }),
        ...(random.chance(0.3) ? { limit: 2 } : {}),
        subtotals: [{ dimensions: [] }],
      },
    };
  }

  /** Seldom one that is refused. */
  function arbitraryCase(random: Random, model: ShopModel): QueryCase {
    const candidates = Array.from({ length: random.chance(0.2) ? 1 : 4 }, (): QueryCase => {
      const root = random.pick([...model.keys()]);
      const viewer = arbitraryViewer(random, shop);
      const calendar = arbitraryCalendar(random);
      return { model, shop, root, viewer, calendar, now, query: arbitraryQuery(random, shop, model, root) };
    });
    const answered = candidates.find((queryCase) => !(referenceOf(queryCase) instanceof Refused));
    return answered ?? (candidates[0] as QueryCase);
  }

  type Ask = (queryCase: QueryCase) => Promise<{
    readonly outcome: 'rows' | 'empty' | 'refused';
    readonly problem: string | undefined;
  }>;

  function makeAsk(engine: EngineName, name: string): Ask {
    return async (queryCase) => {
      const expected = referenceOf(queryCase);
      const { root, viewer, calendar, query } = queryCase;
      const { status, body } = await world.client.ask<{ result: QueryResult } & Refusal>(
        `datasets/${datasetId(engine, name, root)}/query`,
        { body: { query, context: viewer, calendar } },
      );
      if (expected instanceof Refused) {
        // A masked column is known to exist, so a query of it is not called invalid.
        const isRefused = ['REQUEST_INVALID', 'DATA_DENIED'].includes(body.code ?? '');
        const problem = `${status} instead of a refusal (${expected.message}): ${JSON.stringify(body)}`;
        return { outcome: 'refused', problem: isRefused || expected.isOptional ? undefined : problem };
      }
      const outcome = (expected.columns[0]?.values.length ?? 0) > 0 ? 'rows' : 'empty';
      if (TEST_ENGINES[engine].limitsComplexity && JSON.stringify(body).includes('TOO_COMPLEX'))
        return { outcome: 'refused', problem: undefined };
      if (status !== 200) return { outcome, problem: `${status}: ${JSON.stringify(body)}` };
      const difference = differenceOf(body.result, expected);
      // The same for the same query, so that a failure can be repeated.
      const random = makeRandom(JSON.stringify(query).length);
      if (difference !== undefined || random.chance(0.7)) return { outcome, problem: difference };
      const cell = arbitraryMark(random, queryCase, body.result);
      if (cell === undefined) return { outcome, problem: undefined };
      const { mark, measure, columns } = cell;
      const rows = { query, mark, measure, columns };
      const found = await world.rowsOf(datasetId(engine, name, root), queryCase, rows);
      return { outcome, problem: rowsProblem(cell, found) };
    };
  }

  /** The smallest query that has the same kind of problem. */
  async function reportOf(queryCase: QueryCase, problem: string, ask: Ask): Promise<string> {
    const kindOf = (text: string) => text.slice(0, 4);
    let smallest = queryCase;
    let query: QuerySpec | undefined = queryCase.query;
    while (query !== undefined) {
      smallest = { ...queryCase, query };
      const candidates: readonly QuerySpec[] = smallerQueries(query);
      query = undefined;
      for (const candidate of candidates) {
        const isValid = candidate.dimensions.length + candidate.measures.length > 0;
        if (!isValid) continue;
        const { problem: still = '' } = await ask({ ...queryCase, query: candidate });
        if (kindOf(still) !== kindOf(problem)) continue;
        query = candidate;
        break;
      }
    }
    const { problem: final = problem } = await ask(smallest);
    const { root, viewer, calendar, model } = smallest;
    const rules = Object.fromEntries(
      [...model].map(([table, { columns: _, measures, relationships, ...rest }]) => [
        table,
        {
          ...rest,
          relationships: relationships.map((relationship) => relationship.name),
          measures: measuresIn(smallest.query, measures),
        },
      ]),
    );
    return `${root}: ${JSON.stringify(smallest.query)}
for ${JSON.stringify(viewer)} ${JSON.stringify(calendar)} at ${new Date(now).toISOString()}
in ${JSON.stringify(rules)}
${final}`;
  }
});

/** Those that the query names, and those that they name. */
function measuresIn(query: QuerySpec, measures: readonly Measure[]): readonly Measure[] {
  const named = (text: string): readonly Measure[] =>
    measures.filter(({ name }) => text.includes(name) && !text.includes(`"name":"${name}"`));
  let found: readonly Measure[] = [];
  for (;;) {
    const more = named(JSON.stringify([query, found]));
    if (more.length === 0) return found;
    found = [...found, ...more];
  }
}

function referenceOf(queryCase: QueryCase): ReferenceResult | Refused {
  try {
    return evaluateQuery(queryCase);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}
