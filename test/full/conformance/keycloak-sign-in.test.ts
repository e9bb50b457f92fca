import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CurrentUser } from '@inlay/protocol/user';
import { ADMIN, sqliteStore } from '../../support/server/start-inlay.ts';
import { useInlay } from '../../support/server/use-inlay.ts';
import { credentialsOf, keycloakUser, REALM } from '../../support/sign-in/keycloak-realm.ts';
import { type ProviderBrowser, providerBrowser } from '../../support/sign-in/provider-browser.ts';
import {
  administerKeycloak,
  type RunningKeycloak,
  startKeycloak,
} from '../../support/sign-in/start-keycloak.ts';
import {
  changeProvider,
  createProvider,
  REACH_LOOPBACK,
  readProvider,
  startOf,
} from '../../support/sign-in/use-provider.ts';
import { eventually } from '../../support/time/eventually.ts';

const SECRET = 'the-secret-of-the-client-of-inlay';
const ANN = credentialsOf('ann');

/** Of the first run, which downloads it, and of a JVM that creates its tables. */
const SET_UP = { timeout: 600_000 };

describe('sign-in with Keycloak', SET_UP, () => {
  const inlay = useInlay(sqliteStore, { env: REACH_LOOPBACK });
  const id = 'keycloak';
  let keycloak: RunningKeycloak;
  let owner: ProviderBrowser;
  before(async () => {
    keycloak = await startKeycloak();
    owner = providerBrowser(inlay, { enters: ANN });
    assert.equal((await owner.enterPassword(ADMIN)).status, 200);
    const { status, body } = await createProvider(owner, {
      id,
      issuer: `${keycloak.url}/realms/${REALM}`,
      clientId: 'inlay',
      clientSecret: SECRET,
      usernameClaim: 'preferred_username',
      createUsers: true,
      signOutAtProvider: true,
      roles: [
        {
          when: { context: 'attributes.realm_access.roles', operator: 'contains', value: 'inlay-auditor' },
          role: 'auditor',
        },
      ],
    });
    assert.equal(status, 201, JSON.stringify(body));
    await administerKeycloak(keycloak.url, 'POST', '', realm(reachable(body)));
  }, SET_UP);
  after(() => keycloak?.stop());

  /** The server of a test is not at its public address. */
  const reachable = (addresses: Addresses): Addresses => ({
    ...addresses,
    backchannelLogoutUri: inlay.running.url + new URL(addresses.backchannelLogoutUri).pathname,
  });
  const signIn = async () => {
    const browser = providerBrowser(inlay, { enters: ANN });
    assert.equal(await browser.signIn(startOf(id), 'cross-site'), '/admin#signed-in');
    return browser;
  };

  it('passes a test sign-in', async () => {
    await owner.signIn(startOf(id, '?test'));
    const { test } = await readProvider(owner, id);
    assert.ok(test?.passed, JSON.stringify(test));
    assert.deepEqual(test.account, {
      outcome: 'is created',
      username: 'ann',
      role: 'auditor',
      groups: [],
      workspaceId: null,
    });
    const { status } = await changeProvider(owner, id, { isEnabled: true });
    assert.equal(status, 200);
  });

  it('gives the role of realm_access.roles', async () => {
    const { body } = await (await signIn()).send<CurrentUser>('GET', '/api/v0/me');
    assert.deepEqual([body.username, body.adminRole], ['ann', 'auditor']);
  });

  it('confirms a session with the password', async () => {
    const browser = await signIn();
    assert.equal(await browser.signIn(startOf(id, '?confirm')), '/admin#confirmed');
  });

  it('signs out at Keycloak too, without a question', async () => {
    const browser = await signIn();
    const { body } = await browser.send<{ next: string }>('DELETE', '/admin/session');
    const cookie = [...browser.providerCookies].map((pair) => pair.join('=')).join('; ');
    const { status, headers } = await fetch(body.next, { redirect: 'manual', headers: { cookie } });
    assert.deepEqual(
      [status, headers.get('location')],
      [302, (await readProvider(owner, id)).postLogoutRedirectUri],
    );
  });

  it('ends sessions when Keycloak does (back-channel logout)', async () => {
    const browser = await signIn();
    // Keycloak's clock went on while ours stood still.
    inlay.pass(Date.now() - inlay.now());
    const path = `/${REALM}/users`;
    const [ann] = (await administerKeycloak(keycloak.url, 'GET', `${path}?username=ann`)) as { id: string }[];
    await administerKeycloak(keycloak.url, 'POST', `${path}/${ann?.id}/logout`);
    await eventually(async () => assert.equal(await browser.isSignedIn(), false));
  });
});

interface Addresses {
  readonly redirectUri: string;
  readonly postLogoutRedirectUri: string;
  readonly backchannelLogoutUri: string;
}

const realm = ({ redirectUri, postLogoutRedirectUri, backchannelLogoutUri }: Addresses) => ({
  realm: REALM,
  enabled: true,
  sslRequired: 'none',
  roles: { realm: [{ name: 'inlay-auditor' }] },
  clients: [
    {
      clientId: 'inlay',
      secret: SECRET,
      redirectUris: [redirectUri],
      attributes: {
        'post.logout.redirect.uris': postLogoutRedirectUri,
        'backchannel.logout.url': backchannelLogoutUri,
        'backchannel.logout.session.required': 'true',
        'pkce.code.challenge.method': 'S256',
      },
      protocolMappers: [
        {
          name: 'roles in the ID token',
          protocol: 'openid-connect',
          protocolMapper: 'oidc-usermodel-realm-role-mapper',
          config: {
            'claim.name': 'realm_access.roles',
            'jsonType.label': 'String',
            multivalued: 'true',
            'id.token.claim': 'true',
          },
        },
      ],
    },
  ],
  users: [keycloakUser('ann', { roles: ['inlay-auditor'] })],
});
