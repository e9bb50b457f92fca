import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import {
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../support/server/start-inlay.ts';
import { storeWith } from '../../../support/server/worlds.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../../deploy/monitoring/${name}`, import.meta.url), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

const { groups } = parse(read('alerts.yaml')) as {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('grafana-dashboard.json')) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly query: string }[] };
};
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list.map(({ query }) => query),
];
/** Of Prometheus itself and of the Blackbox exporter. */
const foreign = ['up', 'probe_success'];

describe('alert rules and the Grafana dashboard', () => {
  let store: TestStore;
  let inlay: TestInlay;
  /** The labels of each metric, as far as samples show them. */
  const known = new Map<string, Set<string>>();
  before(async () => {
    store = await storeWith('started', sqliteStore);
    inlay = await startInlay(store);
    const text = await (await fetch(`${inlay.url}/metrics`)).text();
    for (const [, name = ''] of text.matchAll(/^# TYPE (\S+)/gm)) known.set(name, new Set());
  });
  after(async () => {
    await inlay?.close();
    await store?.drop();
  });

  it('use metrics that a server has', () => {
    const used = expressions.flatMap((expr) =>
      [...expr.matchAll(/\b(?:inlay|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name),
    );
    assert.ok(used.length > 40);
    const unknown = used.filter(
      (name) => !known.has(name) && !known.has(name.replace(/_(?:bucket|count|sum)$/, '')),
    );
    assert.deepEqual([...new Set(unknown)], []);
    const metrics = expressions.flatMap((expr) =>
      [...expr.matchAll(/\b([a-z][a-z0-9_]*)\{/g)].map(([, name = '']) => name),
    );
    const others = metrics.filter(
      (name) => !/^(?:inlay|nodejs|process)_/.test(name) && !foreign.includes(name),
    );
    assert.deepEqual([...new Set(others)], []);
  });

  it('cover every metric that the server has of its own', () => {
    const all = expressions.join('\n');
    assert.deepEqual(
      [...known.keys()].filter((name) => name.startsWith('inlay_') && !all.includes(name)),
      [],
    );
  });

  it('name routes that exist', () => {
    for (const expr of expressions)
      for (const [, url = ''] of expr.matchAll(/route="([^"]+)"/g))
        assert.ok(inlay.http.hasRoute({ method: 'POST', url }), url);
  });

  it('say in every alert what happened and what to do', () => {
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
    for (const { alert, expr, labels, annotations } of rules) {
      assert.match(alert, /^Inlay[A-Z]/);
      assert.ok(['info', 'warning', 'critical'].includes(labels.severity), alert);
      assert.match(annotations.summary, /\.$/, alert);
      assert.match(annotations.description, /\.$/, alert);
      assert.equal(expr.split('(').length, expr.split(')').length, alert);
    }
  });

  it('have panels that do not overlap and have a query each', () => {
    const cells = new Set<string>();
    assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
    for (const { title, type, gridPos, targets = [] } of dashboard.panels) {
      if (type !== 'row') assert.ok(targets.length > 0, title);
      assert.ok(gridPos.x + gridPos.w <= 24, title);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          assert.ok(!cells.has(`${x} ${y}`), title);
          cells.add(`${x} ${y}`);
        }
    }
  });
});
