import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SIGN_IN_FAILURES } from '@inlay/protocol/sign-in-failure';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { list } from '../support/fake-api.ts';
import { openApp, PASSWORDS_ONLY } from '../support/open-app.ts';
import { storedGroups } from '../support/stored-groups.ts';
import { sessionOf } from '../support/stored-sessions.ts';

const SIGNED_OUT = { isSignedIn: false };
const OPTIONS = { ...PASSWORDS_ONLY, providers: [{ id: 'company', name: 'Acme', logo: null }] };
const offered = { 'GET /admin/session/options': () => OPTIONS };

describe('signing in to the admin app with an identity provider', () => {
  it('starts at the provider and comes back to the page that was opened', async (test) => {
    const app = await openApp(test, '/groups?page=2', offered, SIGNED_OUT);
    const button = app.getByRole('link', { name: 'Continue with Acme' });
    await button.waitFor();
    assert.equal(
      button.element().getAttribute('href'),
      '/admin/session/providers/company?return=%2Fadmin%2Fgroups%3Fpage%3D2',
    );
  });

  it('begins the session at the page that it comes back to', async (test) => {
    const app = await openApp(test, '/groups#signed-in', storedGroups(), SIGNED_OUT);
    await app.getByRole('heading', { name: 'Groups', level: 1 }).waitFor();
    assert.equal(app.page.location.hash, '');
    assert.notEqual(app.page.localStorage.getItem('inlay-session'), null);
  });

  it('says why it failed, once', async (test) => {
    const app = await openApp(test, '?sign-in-failed=no-account', offered, SIGNED_OUT);
    const notice = app.getByRole('alert');
    await notice.getByText('You do not have an account here. Ask an administrator for one.').waitFor();
    assert.equal(app.path(), '/embed-settings');
    await app.getByRole('link', { name: 'Continue with Acme' }).waitFor();
    await app.assertAccessible();
  });

  it('has a sentence for every reason, and one for codes that it does not know', async (test) => {
    const sentences = new Set<string>();
    for (const code of [...SIGN_IN_FAILURES, '<b>made up</b>']) {
      const app = await openApp(test, `?sign-in-failed=${encodeURIComponent(code)}`, offered, SIGNED_OUT);
      await app.getByRole('alert').waitFor();
      sentences.add(app.getByRole('alert').text());
    }
    assert.equal(sentences.size, SIGN_IN_FAILURES.length + 1, [...sentences].join('\n'));
  });

  it('tells somebody who is signed in why a test or a confirmation failed', async (test) => {
    const app = await openApp(test, '/groups?sign-in-failed=expired', storedGroups());
    await app.getByText('The sign-in took too long or began in another browser. Try again.').waitFor();
  });

  it('says that a confirmation worked, in the tab that it opened', async (test) => {
    const app = await openApp(test, '/groups#confirmed', storedGroups());
    await app.getByText('Confirmed. Close this tab to go on in the one you came from.').waitFor();
  });

  it('is named in the list of sessions', async (test) => {
    const session = sessionOf({ method: 'oidc', provider: 'company' });
    const app = await openApp(test, '/account', { 'GET /me/sessions': () => list(session) });
    const sessions = app.getByRole('list', { name: 'Your sessions' });
    await eventually(() => assert.match(sessions.text(), /OpenID Connect: company/));
  });
});
