import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AlertCondition } from '@inlay/content/subscription';
import type { Cell } from '@inlay/protocol/result';
import {
  ALL,
  type AlertMemory,
  alertKey,
  MAX_MEMBERS,
  memoryOf,
  textOfKey,
} from '../../../../src/features/reports/alerts/alert-memory.ts';
import { evaluateAlert } from '../../../../src/features/reports/alerts/evaluate-alert.ts';

const MINUTE = 60_000;
const about = { measure: 'returns', quietMinutes: 0 };
const above = { kind: 'above', limit: 8, margin: 2, ...about } as const;
const change = { kind: 'change', direction: 'either', amount: 20, unit: 'percent', ...about } as const;
const missing = { kind: 'missing', ...about } as const;

type Row = Readonly<Record<string, Cell>>;

/** One check: a value per member, or one value. */
interface Step {
  readonly values: Row | Cell;
  /** Those of the period before; makes it a tile with a time dimension. */
  readonly before?: Row | Cell;
  readonly period?: string;
  readonly minutes?: number;
  readonly rights?: string;
  readonly visible?: readonly string[];
  readonly isPartial?: boolean;
}

const isRow = (values: Row | Cell | undefined): values is Row =>
  typeof values === 'object' && values !== null;
const mapOf = (values: Row | Cell) =>
  isRow(values)
    ? new Map(Object.entries(values).map(([name, value]) => [alertKey(name), value]))
    : new Map([[ALL, values]]);

/** Checks every ten minutes, and returns what each check says, such as `fired north above`. */
function checks(condition: AlertCondition, steps: readonly Step[]) {
  let memory: Pick<AlertMemory, 'rights' | 'members'> | null = null;
  const said: string[] = [];
  let now = 0;
  for (const [index, step] of steps.entries()) {
    now = step.minutes === undefined ? now + 10 * MINUTE : step.minutes * MINUTE;
    const { values, before, rights = 'same', visible = [], isPartial = false, period = `p${index}` } = step;
    const found = mapOf(values);
    const { changes, members } = evaluateAlert({
      condition,
      values: {
        isByMember: isRow(values),
        at: period,
        values: found,
        before: before === undefined ? undefined : mapOf(before),
        isPartial,
        isVisible: (member) =>
          found.has(member) || mapOf(before ?? {}).has(member) || visible.includes(textOfKey(member) ?? ''),
      },
      memory,
      rights,
      now,
    });
    // What is stored is JSON.
    memory = JSON.parse(JSON.stringify({ rights, members }));
    const texts = changes.map(({ what, member, direction }) =>
      member === ALL ? `${what} ${direction}` : `${what} ${textOfKey(member)} ${direction}`,
    );
    said.push(texts.join(', '));
  }
  return { said, memory: memory as unknown as Pick<AlertMemory, 'rights' | 'members'> };
}

const saidBy = (condition: AlertCondition, values: readonly (Row | Cell)[]) =>
  checks(
    condition,
    values.map((each) => ({ values: each })),
  ).said;

describe('an alert with a limit', () => {
  it('sends one message per crossing, and one when the value is back past the margin', () => {
    assert.deepEqual(saidBy(above, [7, 9, 10, 9, 7, 8.5, 6, 5, 9]), [
      '',
      'fired above',
      '',
      '',
      '',
      '',
      'normal above',
      '',
      'fired above',
    ]);
  });

  it('says so at the first check if the limit is exceeded then', () => {
    assert.deepEqual(saidBy(above, [9, 9]), ['fired above', '']);
  });

  it('holds its state while there is no value', () => {
    assert.deepEqual(saidBy(above, [9, null, 9, null, 5]), ['fired above', '', '', '', 'normal above']);
  });

  it('checks each member by itself', () => {
    assert.deepEqual(
      saidBy(above, [
        { north: 9, south: 5 },
        { north: 9, south: 9 },
        { north: 5, south: 9 },
      ]),
      ['fired north above', 'fired south above', 'normal north above'],
    );
  });

  it('holds the state of a member that is gone for a while', () => {
    assert.deepEqual(saidBy(above, [{ north: 9 }, { south: 1 }, { north: 9 }, { north: 1 }]), [
      'fired north above',
      '',
      '',
      'normal north above',
    ]);
  });

  it('tells members apart by their exact values', () => {
    const { said, memory } = checks(above, [{ values: { '': 9, ' ': 9, __proto__x: 9 } }]);
    assert.equal(said[0], 'fired  above, fired   above, fired __proto__x above');
    assert.equal(Object.keys(memory.members).length, 3);
  });
});

describe('the quiet period of an alert', () => {
  const quiet = { ...above, quietMinutes: 60 };

  it('delays a crossing until it is over, if the crossing still holds', () => {
    const steps = [
      { minutes: 0, values: 9 },
      { minutes: 10, values: 5 },
      { minutes: 20, values: 9 },
      { minutes: 60, values: 9 },
      { minutes: 69, values: 9 },
      { minutes: 70, values: 9 },
      { minutes: 80, values: 9 },
    ];
    // The message at 10 starts another one: it is a message about the value too.
    assert.deepEqual(checks(quiet, steps).said, [
      'fired above',
      'normal above',
      '',
      '',
      '',
      'fired above',
      '',
    ]);
  });

  it('forgets a crossing that ends within it', () => {
    const steps = [
      { minutes: 0, values: 9 },
      { minutes: 10, values: 5 },
      { minutes: 20, values: 9 },
      { minutes: 30, values: 5 },
      { minutes: 90, values: 5 },
    ];
    assert.deepEqual(checks(quiet, steps).said, ['fired above', 'normal above', '', '', '']);
  });

  it('does not report a delayed crossing while the value is within the margin', () => {
    const steps = [
      { minutes: 0, values: 9 },
      { minutes: 10, values: 5 },
      { minutes: 20, values: 9 },
      { minutes: 75, values: 7 },
      { minutes: 80, values: 9 },
    ];
    assert.deepEqual(checks(quiet, steps).said, ['fired above', 'normal above', '', '', 'fired above']);
  });

  it('never delays the message that something reported is back to normal', () => {
    assert.deepEqual(
      checks(quiet, [
        { minutes: 0, values: 9 },
        { minutes: 1, values: 5 },
      ]).said,
      ['fired above', 'normal above'],
    );
  });

  it('is of each member by itself', () => {
    const steps = [
      { minutes: 0, values: { north: 9, south: 1 } },
      { minutes: 10, values: { north: 1, south: 9 } },
    ];
    assert.deepEqual(checks(quiet, steps).said, [
      'fired north above',
      'normal north above, fired south above',
    ]);
  });

  it('does not last longer because the clock was set back', () => {
    const steps = [
      { minutes: 1000, values: 9 },
      { minutes: 1001, values: 5 },
      { minutes: 10, values: 9 },
      { minutes: 69, values: 9 },
      { minutes: 70, values: 9 },
    ];
    assert.deepEqual(checks(quiet, steps).said, ['fired above', 'normal above', '', '', 'fired above']);
  });
});

describe('an alert about changes', () => {
  it('since the last check compares with the value of that check, and has no message that it is over', () => {
    assert.deepEqual(saidBy(change, [100, 130, 131, 90, 90, 120]), [
      '',
      'fired up',
      '',
      'fired down',
      '',
      'fired up',
    ]);
  });

  it('since the last check has nothing to compare with after a check without a value', () => {
    assert.deepEqual(saidBy(change, [100, null, 200, 100]), ['', '', '', 'fired down']);
  });

  it('since the last check remembers text exactly', () => {
    const all = { ...change, unit: 'absolute', amount: 1 } as const;
    assert.deepEqual(saidBy(all, ['9007199254740993', '9007199254740994']), ['', 'fired up']);
  });

  it('between periods sends one message per period, however often it is checked', () => {
    const steps = [
      { period: '2026-08', before: 100, values: 130 },
      { period: '2026-08', before: 100, values: 131 },
      { period: '2026-09', before: 131, values: 160 },
      { period: '2026-10', before: 160, values: 161 },
      { period: '2026-10', before: 160, values: 161 },
    ];
    assert.deepEqual(checks(change, steps).said, ['fired up', '', 'fired up', 'normal up', '']);
  });

  it('between periods has nothing to compare with where the period before has no rows', () => {
    assert.deepEqual(checks(change, [{ before: {}, values: { north: 5 } }]).said, ['']);
  });

  it('between periods reports the other direction as another change', () => {
    const steps = [
      { period: '1', before: 100, values: 150 },
      { period: '1', before: 100, values: 50 },
    ];
    assert.deepEqual(checks(change, steps).said, ['fired up', 'fired down']);
  });

  it('between periods delays what falls into the quiet period', () => {
    const steps = [
      { minutes: 0, period: '1', before: 100, values: 150 },
      { minutes: 10, period: '2', before: 150, values: 300 },
      { minutes: 60, period: '2', before: 150, values: 300 },
      { minutes: 70, period: '2', before: 150, values: 300 },
      { minutes: 80, period: '3', before: 300, values: 300 },
    ];
    assert.deepEqual(checks({ ...change, quietMinutes: 60 }, steps).said, [
      'fired up',
      '',
      'fired up',
      '',
      'normal up',
    ]);
  });
});

describe('an alert about missing data', () => {
  it('fires without a value, and once there is one again it is back to normal', () => {
    assert.deepEqual(saidBy(missing, [5, null, null, 0]), ['', 'fired missing', '', 'normal missing']);
  });

  it('fires for a member without a value, and for one that is gone', () => {
    assert.deepEqual(
      saidBy(missing, [
        { north: 1, south: 1, west: null },
        { north: 1, south: null },
        { south: null },
        { north: 2, south: 3, west: 4 },
      ]),
      [
        'fired west missing',
        'fired south missing',
        'fired north missing',
        'normal north missing, normal south missing, normal west missing',
      ],
    );
  });

  it('fires once for all members if there are no rows at all', () => {
    assert.deepEqual(
      saidBy(missing, [{ north: 1, south: 1 }, {}, {}, { north: 1 }, { north: 1, south: 1 }]),
      ['', 'fired missing', '', 'normal missing, fired south missing', 'normal south missing'],
    );
  });

  it('fires at the first check if there are no rows', () => {
    assert.deepEqual(saidBy(missing, [{}]), ['fired missing']);
    assert.deepEqual(saidBy(missing, [null]), ['fired missing']);
  });

  it('notices a member of the period before that has no rows, without a memory', () => {
    assert.deepEqual(checks(missing, [{ before: { north: 1, south: 1 }, values: { south: 1 } }]).said, [
      'fired north missing',
    ]);
  });

  it('stays the same while a missing member is out of sight of both periods', () => {
    const steps = [
      { before: { north: 1, south: 1 }, values: { south: 1 } },
      { before: { south: 1 }, values: { south: 1 } },
      { before: { south: 1 }, values: { south: 1, north: 1 } },
    ];
    assert.deepEqual(checks(missing, steps).said, ['fired north missing', '', 'normal north missing']);
  });

  it('says nothing about members that the viewer may no longer see', () => {
    const steps = [
      { values: { north: 1, south: 1 }, rights: 'both' },
      { values: { south: 1 }, rights: 'south only' },
      { values: { south: 1 }, rights: 'both' },
    ];
    assert.deepEqual(checks(missing, steps).said, ['', '', '']);
  });

  it('notices a missing member after a change of rights if older periods still show it', () => {
    const steps = [
      { values: { north: 1, south: 1 }, rights: 'both' },
      { values: { south: 1 }, rights: 'other', visible: ['north'] },
    ];
    assert.deepEqual(checks(missing, steps).said, ['', 'fired north missing']);
  });

  it('does not take a member for missing that is only not among the top ones', () => {
    const steps = [
      { values: { north: 3, south: 2 }, isPartial: true },
      { values: { north: 3, west: 2.5 }, isPartial: true },
      { values: { north: 3, west: null }, isPartial: true },
    ];
    assert.deepEqual(checks(missing, steps).said, ['', '', 'fired west missing']);
  });
});

describe('the memory of an alert', () => {
  it('keeps nothing about members that are normal', () => {
    const values = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`m${index}`, 1]));
    assert.deepEqual(checks(above, [{ values }, { values }]).memory.members, {});
  });

  it('forgets what has been gone longest if members come and go', () => {
    const steps = Array.from({ length: 6 }, (_, step) => ({
      values: Object.fromEntries(Array.from({ length: MAX_MEMBERS }, (_, index) => [`m${step}-${index}`, 9])),
    }));
    const { memory } = checks(above, steps);
    const kept = Object.keys(memory.members);
    assert.equal(kept.length, 2 * MAX_MEMBERS);
    assert.ok(kept.every((key) => key.startsWith('=m4-') || key.startsWith('=m5-')));
  });

  it('takes a bounded number of characters for a member, and still tells long ones apart', () => {
    const long = 'x'.repeat(5000);
    const keys = [`${long}1`, `${long}2`].map(alertKey);
    assert.equal(new Set(keys).size, 2);
    assert.ok(keys.every((key) => key.length < 200));
    assert.match(textOfKey(keys[0] ?? '') ?? '', /^x{50,}…$/);
    assert.equal(textOfKey(alertKey(null)), null);
    assert.equal(textOfKey(alertKey('')), '');
    assert.equal(textOfKey(alertKey('*')), '*');
    assert.notEqual(alertKey('*'), ALL);
    assert.equal(textOfKey(alertKey(5)), '5');
  });

  it('is that of the same condition, tile and version only', () => {
    const memory: AlertMemory = { version: 1, of: 'this', rights: null, members: {} };
    assert.equal(memoryOf(memory, 'this'), memory);
    assert.equal(memoryOf(memory, 'that'), null);
    assert.equal(memoryOf({ ...memory, version: 2 as 1 }, 'this'), null);
    assert.equal(memoryOf(null, 'this'), null);
  });
});
