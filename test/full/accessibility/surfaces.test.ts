import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accessibilityRuns } from '../../support/accessibility/accessibility-runs.ts';
import {
  type AccessibilityWorld,
  startAccessibilityWorld,
} from '../../support/accessibility/accessibility-world.ts';
import { type Examined, examine, findingsOf, resultOf } from '../../support/accessibility/perform-run.ts';
import { readResults, storeResult } from '../../support/accessibility/stored-results.ts';
import { isShownIn, surfaceNames, surfaces } from '../../support/accessibility/surfaces.ts';

/** `npm run accessibility` sets it: what the runs find becomes the report. */
const isStored = process.env.INLAY_ACCESSIBILITY === 'store';

describe('accessibility of all surfaces', () => {
  let world: AccessibilityWorld;
  before(async () => {
    world = await startAccessibilityWorld();
  });
  after(() => world?.close());

  for (const run of accessibilityRuns)
    describe(run.id, () => {
      const all: Examined[] = [];
      for (const look of run.looks)
        for (const part of Object.keys(surfaceNames)) {
          const examined = surfaces.filter((each) => each.part === part && isShownIn(each, look));
          if (examined.length === 0) continue;
          it(`finds nothing that the conformance report does not state: ${part}, ${look.name}`, async () => {
            const done = await examine(run, look, world, examined);
            all.push(...done);
            if (isStored) return;
            const stated = readResults().runs.find(({ id }) => id === run.id)?.findings;
            const known = new Set(stated?.map(({ criterion, what }) => `${criterion} ${what}`));
            const unknown = findingsOf(done).filter(
              ({ criterion, what }) => !known.has(`${criterion} ${what}`),
            );
            assert.deepEqual(unknown, [], 'fix it, or run npm run accessibility to report it');
          });
        }
      after(() => {
        if (isStored) storeResult(resultOf(run, all));
      });
    });
});
