import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderFailure } from '../../../src/features/embeds/page/render-embed.ts';
import { CircuitOpenError } from '../../../src/platform/engines/circuit-breakers.ts';
import { AppError } from '../../../src/platform/errors.ts';
import { withDataErrors } from '../../../src/platform/query/result/data-errors.ts';
import { StoreUnavailableError } from '../../../src/platform/store/store-unavailable-error.ts';

const pageFor = (error: AppError, acceptLanguage = 'en') =>
  renderFailure(
    {
      name: 'sales',
      settings: { features: {} } as Parameters<typeof renderFailure>[0]['settings'],
      acceptLanguage,
      assets: { style: [], loader: undefined },
      nonce: 'n',
    },
    error,
  );

test('the page for a missing store speaks of the content, not of a data source', () => {
  const error = new StoreUnavailableError('unreachable', new Error('connection refused'));
  const { html, status, code } = pageFor(error);
  assert.deepEqual([status, code], [503, 'ENGINE_UNAVAILABLE']);
  assert.match(html, /<h1>This content is not available right now<\/h1><p>Try again in a moment\.<\/p>/);
  assert.doesNotMatch(html, /data source|connection refused/);
  assert.match(pageFor(error, 'de').html, /<h1>Dieser Inhalt ist zurzeit nicht verfügbar<\/h1>/);
});

test('the page for a missing database speaks of the data source', async () => {
  const paused = await withDataErrors(() => Promise.reject(new CircuitOpenError(1000))).catch(
    (error: unknown) => error as AppError,
  );
  for (const error of [paused, new AppError('DATABASE_FAILED'), new AppError('DATABASE_TIMEOUT')])
    assert.match(pageFor(error).html, /<h1>The data source is not available right now<\/h1>/, error.code);
});
