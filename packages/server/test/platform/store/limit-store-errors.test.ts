import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
import { fakeTime } from '../../../../../test/support/fake-time.ts';
import { limitStoreErrors } from '../../../src/platform/store/limit-store-errors.ts';
import { StoreUnavailableError } from '../../../src/platform/store/store-unavailable-error.ts';

it('log of store errors: one line per second and error, also after its level changed', async () => {
  const time = fakeTime();
  const lines: { msg: string; suppressed?: number }[] = [];
  const log = limitStoreErrors(pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }), time);
  log.level = 'warn';
  log.info('not written');
  log.level = 'info';
  log.info('written');
  const err = new StoreUnavailableError('unreachable', new Error('connection refused'));
  for (let request = 0; request < 10; request += 1) log.error({ err }, 'request failed');
  await time.advance(1000);
  assert.deepEqual(
    lines.map(({ msg, suppressed }) => ({ msg, suppressed })),
    [
      { msg: 'written', suppressed: undefined },
      { msg: 'request failed', suppressed: undefined },
      { msg: 'request failed', suppressed: 8 },
    ],
  );
});
