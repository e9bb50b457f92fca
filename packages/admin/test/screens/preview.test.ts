import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { openApp } from '../support/open-app.ts';
import { AT, sampleWorld } from '../support/sample-world.ts';

const REASON = 'The tile of this embed is not published. Publish it first.';
const REFUSED: Schemas['EmbedExplanation'] = {
  visible: false,
  summary: `This viewer sees nothing: ${REASON}`,
  truncated: false,
  checks: [{ name: 'target', ok: false, reason: REASON }],
  parts: [],
};
const SEEN: Schemas['EmbedExplanation'] = { ...REFUSED, visible: true, checks: [] };

const previewing = (explanation: () => Schemas['EmbedExplanation']) => ({
  ...sampleWorld,
  'POST /embeds/{id}/preview-token': () => ({
    token: 'opaque',
    expiresAt: AT,
    expiresIn: 600,
    truncated: false,
  }),
  'POST /embeds/{id}/explain': explanation,
});

describe('the preview of an embed in the admin app', () => {
  it('says once why a viewer cannot open it, in place of the frame', async (test) => {
    let explanation = REFUSED;
    const app = await openApp(
      test,
      '/embeds/sales-overview/preview',
      previewing(() => explanation),
    );
    await app.getByText(REASON).waitFor();
    assert.equal(app.page.document.body.textContent?.split(REASON).length, 2);
    assert.equal(app.locator('iframe').count(), 0, 'the frame is hidden');
    await app.assertAccessible();

    explanation = SEEN;
    await app.getByRole('button', { name: 'Show as this viewer' }).click();
    await app.getByText('Nothing is hidden from this viewer.').waitFor();
    assert.equal(app.locator('iframe').count(), 1);
  });

  it('requests explanations in the language of the admin app, not of the browser', async (test) => {
    const app = await openApp(
      test,
      '/embeds/sales-overview/preview',
      previewing(() => SEEN),
      { languages: ['en-US'], storage: { 'inlay-locale': 'de' } },
    );
    await eventually(() => {
      const [sent] = app.api.calls('POST /embeds/{id}/explain');
      assert.equal(sent?.headers.get('accept-language'), 'de');
    });
    const [read] = app.api.calls('GET /embeds/{id}');
    assert.equal(read?.headers.get('accept-language'), null, 'a preloaded response would not fit');
  });
});
