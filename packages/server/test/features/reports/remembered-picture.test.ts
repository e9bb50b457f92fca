import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rememberedPicture } from '../../../src/features/reports/message/remembered-picture.ts';
import type { FileWork } from '../../../src/platform/render/file-worker.ts';

describe('pictures of reports', () => {
  const made: unknown[] = [];
  let isBroken = false;
  const make = async (work: FileWork) => {
    if (isBroken) throw new Error('The thread ended.');
    made.push(work);
    return Buffer.from(JSON.stringify(work));
  };
  const files = { make };
  const drawing = { svg: '<svg><text>North €1</text></svg>', scale: 2, language: 'en' };

  it('are made once for equal drawings of a tenant', async () => {
    const picture = await rememberedPicture(files, 'acme', drawing);
    assert.deepEqual(JSON.parse(picture.toString()), { kind: 'png', ...drawing });
    assert.deepEqual(await rememberedPicture(files, 'acme', { ...drawing }), picture);
    assert.equal(made.length, 1);
  });

  for (const [what, tenantId, other] of [
    ['other values', 'acme', { svg: '<svg><text>North €2</text></svg>' }],
    ['another size', 'acme', { scale: 1 }],
    ['another language', 'acme', { language: 'de' }],
    ['another tenant', 'globex', {}],
  ] as const)
    it(`are made again for ${what}`, async () => {
      const before = made.length;
      const picture = await rememberedPicture(files, tenantId, { ...drawing, ...other });
      assert.equal(made.length, before + 1);
      assert.deepEqual(JSON.parse(picture.toString()), { kind: 'png', ...drawing, ...other });
    });

  it('are made again after a failure', async () => {
    const failing = { ...drawing, svg: '<svg><text>South €1</text></svg>' };
    isBroken = true;
    await assert.rejects(rememberedPicture(files, 'acme', failing), /The thread ended/);
    isBroken = false;
    assert.equal((await rememberedPicture(files, 'acme', failing)).length > 0, true);
  });
});
