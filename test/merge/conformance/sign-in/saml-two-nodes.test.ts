import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { postgresStore, startInlay, type TestInlay } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { providerBrowser } from '../../../support/sign-in/provider-browser.ts';
import { forgedSaml } from '../../../support/sign-in/saml-responses.ts';
import { ownerBrowser, startOf } from '../../../support/sign-in/use-provider.ts';
import {
  createSamlProvider,
  samlPost,
  samlRequest,
  switchOnSaml,
} from '../../../support/sign-in/use-saml-provider.ts';

const PUBLIC_URL = { INLAY_PUBLIC_URL: 'http://analytics.test' };

describe('SAML responses at two nodes on one PostgreSQL', () => {
  const inlay = useInlay(postgresStore, { env: PUBLIC_URL });
  const company = forgedSaml();
  const id = 'company';
  const attributes = { email: ['pat@company.test'] };
  let other: TestInlay;
  before(async () => {
    other = await startInlay(inlay.store, {
      env: PUBLIC_URL,
      time: inlay.time,
    });
    const owner = await ownerBrowser(inlay);
    await createSamlProvider(owner, { id, metadata: company.metadata(), createUsers: true });
    await switchOnSaml(owner, company, id, { attributes });
  });
  after(() => other.close());

  /** The same browser, which a load balancer sends to another node. */
  const atOther = (browser: ReturnType<typeof providerBrowser>) => {
    const elsewhere = providerBrowser(inlay, { url: other.url });
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    return elsewhere;
  };

  it('finish at one node what began at the other', async () => {
    const browser = providerBrowser(inlay);
    const sent = samlPost(company, await samlRequest(browser, startOf(id)), { attributes });
    const elsewhere = atOther(browser);
    const { headers } = await elsewhere.postResponse(sent);
    assert.equal(headers.location, '/admin#signed-in');
    assert.equal(await elsewhere.isSignedIn(), true);
  });

  it('count once, even if both get the same one at the same time', async () => {
    const browser = providerBrowser(inlay);
    const sent = samlPost(company, await samlRequest(browser, startOf(id)), { attributes });
    const browsers = [browser, ...Array.from({ length: 9 }, () => atOther(browser))];
    const ends = await Promise.all(browsers.map((each) => each.postResponse(sent)));
    assert.deepEqual(ends.map(({ headers }) => headers.location).toSorted(), [
      '/admin#signed-in',
      ...Array(9).fill('/admin?sign-in-failed=expired'),
    ]);
  });
});
