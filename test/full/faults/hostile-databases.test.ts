import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { attack } from '../../support/hostile/attack.ts';
import { HOSTILE_DATABASES, type HostileDatabase } from '../../support/hostile/hostile-databases.ts';
import { startThreatenedInlay, type ThreatenedInlay } from '../../support/hostile/start-threatened-inlay.ts';
import { makeTestCertificate } from '../../support/network/test-certificate.ts';
import { isFullTier } from '../../support/source/full-tier.ts';

const certificate = makeTestCertificate('IP:127.0.0.1');

const inClear = ({ cases, representatives }: HostileDatabase) =>
  (isFullTier ? cases : representatives).filter(({ needsTls }) => !needsTls);

/** Encryption changes how bytes arrive, not what a driver makes of them: a sample of the others is enough. */
const withTls = ({ cases, representatives }: HostileDatabase) => [
  ...(isFullTier ? cases : representatives).filter(({ needsTls }) => needsTls),
  ...representatives.filter(({ needsTls }, index) => !needsTls && (isFullTier || index % 4 === 0)),
];

for (const database of HOSTILE_DATABASES)
  describe(`a server with a hostile ${database.kind} database`, () => {
    const { kind } = database;
    let inlay: ThreatenedInlay;
    before(async () => {
      inlay = await startThreatenedInlay();
    });
    after(() => inlay.stop());

    for (const hostile of inClear(database))
      it(`serves others unharmed while one ${hostile.name}`, async () => {
        assert.deepEqual(await attack(inlay, { kind, hostile, certificate: undefined }), []);
      });

    for (const hostile of withTls(database))
      it(`serves others unharmed while one with TLS ${hostile.name}`, {
        skip: certificate === undefined && 'openssl is not installed',
      }, async () => {
        assert.deepEqual(await attack(inlay, { kind, hostile, certificate }), []);
      });
  });
