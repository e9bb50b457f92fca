import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  encodeBase32,
  matchingStep,
  newTotpSecret,
  totpCode,
  totpStep,
  totpUri,
} from '../../../src/features/second-factors/factors/totp.ts';

/** Of the vectors of RFC 6238, appendix B. */
const SECRET = encodeBase32(Buffer.from('12345678901234567890'));
const second = 1000;

describe('codes of authenticator apps', () => {
  it('are those of RFC 6238, appendix B', () => {
    const vectors = {
      59: '94287082',
      1111111109: '07081804',
      1111111111: '14050471',
      1234567890: '89005924',
      2000000000: '69279037',
      20000000000: '65353130',
    };
    for (const [time, code] of Object.entries(vectors))
      assert.equal(totpCode(SECRET, totpStep(Number(time) * second)), code.slice(2), time);
  });

  it('are those of RFC 4226, appendix D, by counter', () => {
    const codes = [
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
      '520489',
    ];
    assert.deepEqual(
      codes.map((_, counter) => totpCode(SECRET, counter)),
      codes,
    );
  });

  it('count one step before and after, and no further', () => {
    const now = 1_700_000_015 * second;
    const step = totpStep(now);
    for (const distance of [-1, 0, 1])
      assert.equal(matchingStep(SECRET, totpCode(SECRET, step + distance), now), step + distance);
    for (const distance of [-2, 2])
      assert.equal(matchingStep(SECRET, totpCode(SECRET, step + distance), now), undefined);
  });

  it('are read with the spaces that apps show, and in no other form', () => {
    const now = 59 * second;
    assert.equal(matchingStep(SECRET, ' 287 082 ', now), 1);
    for (const typed of ['', '28708', '0287082', '287O82', '２８７０８２'])
      assert.equal(matchingStep(SECRET, typed, now), undefined, typed);
  });

  it('come from secrets of 160 random bits, in Base32 as in RFC 4648 §10', () => {
    assert.match(newTotpSecret(), /^[A-Z2-7]{32}$/);
    assert.notEqual(newTotpSecret(), newTotpSecret());
    const vectors = {
      f: 'MY',
      fo: 'MZXQ',
      foo: 'MZXW6',
      foob: 'MZXW6YQ',
      fooba: 'MZXW6YTB',
      foobar: 'MZXW6YTBOI',
    };
    for (const [text, encoded] of Object.entries(vectors))
      assert.equal(encodeBase32(Buffer.from(text)), encoded);
  });

  it('are set up by an address that names tenant and account', () => {
    assert.equal(
      totpUri('ABC', { issuer: 'Acme: Data & More', account: 'ann+1@example.com' }),
      'otpauth://totp/Acme%20%20Data%20%26%20More:ann%2B1%40example.com?secret=ABC&issuer=Acme%3A%20Data%20%26%20More&algorithm=SHA1&digits=6&period=30',
    );
  });
});
