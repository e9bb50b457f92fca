import assert from 'node:assert/strict';
import test from 'node:test';
import { type FailedAttempt, failureOf } from '../../../../src/features/reports/jobs/job-outcome.ts';
import { ReportError } from '../../../../src/features/reports/store/report-error.ts';
import { AppError } from '../../../../src/platform/errors.ts';
import { MAX_ATTEMPTS } from '../../../../src/platform/mail/retry-delay.ts';

const NOW = 1_000_000;
const failed = (error: unknown, attempt: Partial<FailedAttempt> = {}, job: object = {}) =>
  failureOf(error, {
    job: { attempts: 1, recipient: 'ann@customer.example', ...job },
    isSending: false,
    now: NOW,
    until: Number.POSITIVE_INFINITY,
    isStopping: false,
    ...attempt,
  });
const error = (effect: ReportError['effect']) => new ReportError('host-unavailable', effect, 'It is down.');

test('a failed report: its effect decides what follows', () => {
  const why = { code: 'host-unavailable', reason: 'It is down.' };
  assert.deepEqual(failed(error('retry')), { outcome: 'delayed', ...why, nextAt: NOW + 15_000 });
  assert.deepEqual(failed(error('skip')), { outcome: 'skipped', ...why });
  assert.deepEqual(failed(error('fail')), { outcome: 'failed', ...why });
  assert.deepEqual(failed(error('unknown')), { outcome: 'unknown', ...why });
  assert.deepEqual(failed(error('end')), { outcome: 'ended', ...why });
});

test('a failed report is not tried again after its attempts, nor when the next one is due by then', () => {
  const last = failed(error('retry'), {}, { attempts: MAX_ATTEMPTS });
  assert.deepEqual([last.outcome, last.code], ['failed', 'host-unavailable']);
  assert.equal(failed(error('retry'), { until: NOW + 15_000 }).outcome, 'failed');
  assert.equal(failed(error('retry'), { until: NOW + 15_001 }).outcome, 'delayed');
});

test('a failed report: an error of ours is tried a few times, and says nothing of what it was', () => {
  const broken = new TypeError('secret is not a function');
  assert.deepEqual([failed(broken).outcome, failed(broken).code], ['delayed', 'internal']);
  assert.equal(failed(broken, {}, { attempts: 3 }).outcome, 'failed');
  assert.doesNotMatch(failed(broken).reason, /secret/);
  const busy = new AppError('UNAVAILABLE');
  assert.equal(failed(busy, {}, { attempts: 3 }).outcome, 'delayed');
});

test('a failed report: an email may have arrived if anything unknown happened while it was sent', () => {
  const cut = new DOMException('aborted', 'AbortError');
  const unknown = failed(cut, { isSending: true });
  assert.deepEqual([unknown.outcome, unknown.code], ['unknown', 'outcome-unknown']);
  assert.equal(failed(cut, { isSending: true, isStopping: true }).outcome, 'unknown');
  // The channel knows that it was refused.
  assert.equal(failed(error('retry'), { isSending: true }).outcome, 'delayed');
  const webhook = { recipient: '0198-7' };
  assert.equal(failed(cut, { isSending: true }, webhook).outcome, 'delayed');
});

test('a failed report: one that a stopping server did not send is for the next server at once', () => {
  const stopping = { isStopping: true };
  const cut = new DOMException('aborted', 'AbortError');
  const { outcome, reason } = failed(cut, stopping, { attempts: MAX_ATTEMPTS });
  assert.deepEqual([outcome, reason], ['delayed', 'The server was stopped.']);
});
