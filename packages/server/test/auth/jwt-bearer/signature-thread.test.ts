import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { SignatureThread } from '../../../src/auth/jwt-bearer/signature-thread.ts';

const first = generateKeyPairSync('rsa', { modulusLength: 2048 });
const second = generateKeyPairSync('rsa', { modulusLength: 3072 });

const signed = (text: string, key: KeyObject, algorithm = 'sha512') => ({
  signingInput: text,
  signature: sign(algorithm, Buffer.from(text), key),
});

describe('the thread that checks signatures', () => {
  const thread = new SignatureThread();
  after(() => thread.close());

  it('tells each of many at once, of several keys, apart', async () => {
    const checks = Array.from({ length: 200 }, (_, index) => {
      const [ours, theirs] = index % 3 === 0 ? [first, second] : [second, first];
      const check = signed(`header.payload-${index}`, ours.privateKey);
      const isGood = index % 2 === 0;
      return { isGood, check: { ...check, key: isGood ? ours.publicKey : theirs.publicKey } };
    });
    const verdicts = await Promise.all(checks.map(({ check }) => thread.verify(check)));
    assert.deepEqual(
      verdicts,
      checks.map(({ isGood }) => isGood),
    );
  });

  it('refuses another digest, a changed text, a changed, cut, longer and empty signature', async () => {
    const { publicKey: key, privateKey } = first;
    const good = signed('header.payload', privateKey);
    const changed = Buffer.from(good.signature);
    changed.writeUInt8(changed.readUInt8(9) ^ 1, 9);
    const bad = [
      signed('header.payload', privateKey, 'sha256'),
      { ...good, signingInput: 'header.payloae' },
      { ...good, signature: changed },
      { ...good, signature: good.signature.subarray(1) },
      { ...good, signature: Buffer.concat([good.signature, Buffer.alloc(1)]) },
      { ...good, signature: Buffer.alloc(0) },
      { ...good, signature: Buffer.alloc(256) },
    ];
    const verdicts = await Promise.all([good, ...bad].map((check) => thread.verify({ ...check, key })));
    assert.deepEqual(verdicts, [true, ...bad.map(() => false)]);
  });

  it('starts anew after it has ended', async () => {
    await thread.close();
    const check = { ...signed('header.payload', first.privateKey), key: first.publicKey };
    assert.equal(await thread.verify(check), true);
  });
});
