import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AlertCondition } from '@inlay/content/subscription';
import type { Cell } from '@inlay/protocol/result';
import fc from 'fast-check';
import { ALL, type AlertMemory, alertKey } from '../../../../src/features/reports/alerts/alert-memory.ts';
import type { AlertValues } from '../../../../src/features/reports/alerts/alert-values.ts';
import { type AlertChange, evaluateAlert } from '../../../../src/features/reports/alerts/evaluate-alert.ts';

const MINUTE = 60_000;
const NAMES = ['a', 'b', 'c'];

interface Step {
  /** Since the last check. */
  readonly minutes: number;
  /** Whether a period has ended since. */
  readonly isLater: boolean;
  readonly cells: readonly (Cell | undefined)[];
  readonly rights: string;
}

const cell = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -20, max: 20 }) },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom('9007199254740993', '0.1', 'NaN') },
);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    minutes: fc.integer({ min: 1, max: 90 }),
    isLater: fc.boolean(),
    cells: fc.array(fc.option(cell, { nil: undefined, freq: 5 }), { minLength: 3, maxLength: 3 }),
    rights: fc.constantFrom('one', 'one', 'one', 'two'),
  }),
  { maxLength: 40 },
);
const common = { measure: fc.constant('returns'), quietMinutes: fc.constantFrom(0, 30, 60, 240) };
const limits = { limit: fc.integer({ min: -10, max: 10 }), margin: fc.constantFrom(0, 1, 5), ...common };
const limited: fc.Arbitrary<AlertCondition> = fc.oneof(
  fc.record({ kind: fc.constant('above' as const), ...limits }),
  fc.record({ kind: fc.constant('below' as const), ...limits }),
);
const missing: fc.Arbitrary<AlertCondition> = fc.record({ kind: fc.constant('missing' as const), ...common });
const change: fc.Arbitrary<AlertCondition> = fc.record({
  kind: fc.constant('change' as const),
  direction: fc.constantFrom('up', 'down', 'either'),
  amount: fc.constantFrom(1, 5, 50),
  unit: fc.constantFrom('percent', 'absolute'),
  ...common,
});
/** With members, with a time dimension. */
const shapes = fc.record({ isByMember: fc.boolean(), hasTime: fc.boolean() });
type Shape = { readonly isByMember: boolean; readonly hasTime: boolean };

interface Check {
  readonly now: number;
  readonly values: AlertValues;
  readonly changes: readonly AlertChange[];
  readonly members: AlertMemory['members'];
}

function run(
  condition: AlertCondition,
  given: readonly Step[],
  { isByMember, hasTime }: Shape,
): readonly Check[] {
  let memory: Pick<AlertMemory, 'rights' | 'members'> | null = null;
  let now = 0;
  let period = 0;
  let before: AlertValues['values'] = new Map();
  let values: AlertValues['values'] = new Map();
  return given.map(({ minutes, isLater, cells, rights }) => {
    now += minutes * MINUTE;
    if (isLater) {
      period += 1;
      before = values;
    }
    const found = cells.flatMap((each, index) =>
      each === undefined ? [] : [[isByMember ? alertKey(NAMES[index]) : ALL, each] as const],
    );
    values = new Map(isByMember ? found : found.slice(0, 1));
    const seen: AlertValues = {
      isByMember,
      at: hasTime ? String(period) : String(now),
      values,
      before: hasTime ? before : undefined,
      isPartial: false,
      isVisible: (member) => values.has(member) || (hasTime && before.has(member)),
    };
    const { changes, members } = evaluateAlert({ condition, values: seen, memory, rights, now });
    memory = JSON.parse(JSON.stringify({ rights, members }));
    return { now, values: seen, changes, members };
  });
}

/** By member, what was said about it and when. */
function messages(checks: readonly Check[]) {
  const said = checks.flatMap(({ now, values, changes }) =>
    changes.map((each) => ({ ...each, now, at: values.at })),
  );
  return Map.groupBy(said, ({ member }) => member);
}

const seen = fc.record({ given: steps, shape: shapes });

describe('an alert, whatever its values do', () => {
  it('never sends two messages about a limit without a recovery in between, and a recovery only after a message', () => {
    fc.assert(
      fc.property(limited, seen, (condition, { given, shape }) => {
        for (const said of messages(run(condition, given, shape)).values())
          for (const [index, { what }] of said.entries())
            assert.equal(what, index % 2 === 0 ? 'fired' : 'normal');
      }),
    );
  });

  it('never sends two messages about missing data without a recovery in between, as long as the viewer sees the same rows', () => {
    fc.assert(
      fc.property(missing, seen, (condition, { given, shape }) => {
        const same = given.map((step) => ({ ...step, rights: 'one' }));
        for (const said of messages(run(condition, same, shape)).values())
          for (const [index, { what }] of said.entries())
            assert.equal(what, index % 2 === 0 ? 'fired' : 'normal');
      }),
    );
  });

  it('never sends two messages about the same change, and a recovery only after a message', () => {
    fc.assert(
      fc.property(change, seen, (condition, { given, shape }) => {
        for (const said of messages(run(condition, given, shape)).values())
          for (const [index, { what, direction, at }] of said.entries()) {
            const last = said[index - 1];
            if (what === 'normal') assert.equal(last?.what, 'fired');
            else if (last?.what === 'fired') assert.ok(last.at !== at || last.direction !== direction);
          }
      }),
    );
  });

  it('sends no message that it fired within the quiet period of another message', () => {
    fc.assert(
      fc.property(fc.oneof(limited, missing, change), seen, (condition, { given, shape }) => {
        const same = given.map((step) => ({ ...step, rights: 'one' }));
        for (const said of messages(run(condition, same, shape)).values())
          for (const [index, { what, now }] of said.entries()) {
            const last = said[index - 1];
            if (what === 'fired' && last) assert.ok(now - last.now >= condition.quietMinutes * MINUTE);
          }
      }),
    );
  });

  it('says that a limit is exceeded exactly where it is, and only then', () => {
    fc.assert(
      fc.property(limited, seen, (condition, { given, shape }) => {
        assert.ok(condition.kind === 'above' || condition.kind === 'below');
        const sign = condition.kind === 'above' ? 1 : -1;
        for (const { values, changes } of run(condition, given, shape))
          for (const { member, what } of changes) {
            const value = Number(values.values.get(member));
            const isOver: boolean = sign * (value - condition.limit) > 0;
            assert.equal(what === 'fired', isOver);
            if (what === 'normal') assert.ok(sign * (value - condition.limit) <= -condition.margin);
          }
      }),
    );
  });

  it('sends every crossing where there is no quiet period', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 30 }), (cells) => {
        const condition = { kind: 'above', limit: 0, margin: 2, measure: 'm', quietMinutes: 0 } as const;
        const given = cells.map((each) => ({ minutes: 1, isLater: false, cells: [each], rights: 'one' }));
        const said = run(condition, given, { isByMember: false, hasTime: false }).map(
          ({ changes }) => changes[0]?.what,
        );
        let isOver = false;
        const expected = cells.map((value) => {
          if (!isOver && value > 0) {
            isOver = true;
            return 'fired';
          }
          if (isOver && value <= -2) {
            isOver = false;
            return 'normal';
          }
          return undefined;
        });
        assert.deepEqual(said, expected);
      }),
    );
  });

  it('says nothing when the same moment is checked again', () => {
    fc.assert(
      fc.property(fc.oneof(limited, missing, change), seen, (condition, { given, shape }) => {
        const checks = run(condition, given, shape);
        for (const [index, { now, values, members }] of checks.entries()) {
          const rights = given[index]?.rights ?? '';
          // A check of a changing value is a later check.
          if (condition.kind === 'change' && !shape.hasTime) continue;
          const again = evaluateAlert({ condition, values, memory: { rights, members }, rights, now });
          assert.deepEqual(again.changes, []);
        }
      }),
    );
  });

  it('remembers a bounded number of members', () => {
    fc.assert(
      fc.property(fc.oneof(limited, missing, change), seen, (condition, { given, shape }) => {
        for (const { members } of run(condition, given, shape))
          assert.ok(Object.keys(members).length <= NAMES.length + 1);
      }),
    );
  });
});
