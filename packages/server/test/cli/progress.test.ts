import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeTime } from '../../../../test/support/time/fake-time.ts';
import { startProgress } from '../../src/cli/progress.ts';

function output(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, columns: 60, write: (text: string) => written.push(text), written };
}

describe('progress of a command', () => {
  it('is one line per ten seconds outside of a terminal, with rate and remaining time', async () => {
    const [time, out] = [fakeTime(), output(false)];
    const progress = startProgress('Uploading sales.csv', { unit: 'bytes', out, time });
    for (let second = 1; second <= 25; second += 1) {
      await time.advance(1000);
      progress.update(second * 2_000_000, second / 100);
    }
    progress.end();
    await time.advance(60_000);
    assert.deepEqual(out.written, [
      'Uploading sales.csv: 9%, 18 MB, 1.8 MB/s, 1 min 42 s left\n',
      'Uploading sales.csv: 19%, 38 MB, 1.9 MB/s, 1 min 26 s left\n',
    ]);
  });

  it('is rewritten in a terminal and removed at the end', async () => {
    const [time, out] = [fakeTime(), output(true)];
    const progress = startProgress('Restoring', { unit: 'rows', out, time });
    await time.advance(2000);
    out.written.length = 0;
    progress.update(12_000, 0.5);
    await time.advance(200);
    progress.end();
    assert.deepEqual(out.written, [
      '\r\u001b[KRestoring: 50%, 12,000 rows, 5,455 rows/s, 3 s left',
      '\r\u001b[K',
    ]);
  });

  it('is cut to the width of the terminal, which would wrap it', async () => {
    const [time, out] = [fakeTime(), output(true)];
    startProgress('x'.repeat(100), { unit: 'rows', out, time });
    await time.advance(200);
    assert.equal(out.written[0], `\r\u001b[K${'x'.repeat(59)}`);
  });

  it('shows that work without a known end goes on', async () => {
    const [time, out] = [fakeTime(), output(false)];
    const progress = startProgress('Importing', { unit: 'rows', out, time });
    await time.advance(10_000);
    progress.relabel('Sorting');
    await time.advance(3_600_000 - 10_000);
    assert.equal(out.written[0], 'Importing: 10 s so far\n');
    assert.equal(out.written.at(-1), 'Sorting: 1 h 0 min so far\n');
    assert.equal(out.written.length, 360);
  });

  it('is drawn by work that does not let timers run', () => {
    const out = output(true);
    let now = 0;
    const time = { ...fakeTime(), monotonic: () => now };
    const progress = startProgress('Upgrading', { unit: 'steps', out, time });
    now = 5000;
    progress.update(1, 0.25);
    assert.deepEqual(out.written, ['\r\u001b[KUpgrading: 25%, 1 steps, 0.2 steps/s, 15 s left']);
  });

  it('has no rate in the first second, and is complete in a terminal of unknown width', async () => {
    const [time, out] = [fakeTime(), { ...output(true), columns: 0 }];
    const progress = startProgress('Uploading', { unit: 'bytes', out, time });
    await time.advance(200);
    progress.update(3_000_000, 0.3);
    await time.advance(200);
    progress.end();
    assert.deepEqual(out.written, [
      '\r\u001b[KUploading …',
      '\r\u001b[KUploading: 30%, 3.0 MB',
      '\r\u001b[K',
    ]);
  });

  it('prints nothing for work that is done soon', async () => {
    const [time, out] = [fakeTime(), output(false)];
    const progress = startProgress('Uploading', { unit: 'bytes', out, time });
    progress.update(1, 1);
    await time.advance(9000);
    progress.end();
    assert.deepEqual(out.written, []);
  });
});
