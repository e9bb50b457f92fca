import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { list, type Responses, refuse } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.ts';
import { AT } from '../support/sample-world.ts';
import { storedUsers, userOf } from '../support/stored-users.ts';

const problems = [
  { line: 13, field: 'username', problem: 'must not begin with =' },
  { line: 14, field: '=cmd', problem: 'is required' },
];

interface ImportState {
  state: 'staging' | 'done' | 'abandoned';
  users: number;
  isSent: boolean;
}

/** An import whose outcome the test decides. */
const pendingImport = () => {
  const response = Promise.withResolvers<Schemas['UserImport']>();
  const state: ImportState = { state: 'staging', users: 0, isSent: false };
  return {
    state,
    response,
    responses: {
      'POST /user-imports': () => {
        state.isSent = true;
        return response.promise;
      },
      'GET /user-imports': () =>
        list(
          ...(state.isSent ? [{ id: 'late', state: state.state, users: state.users, startedAt: AT }] : []),
        ),
    } satisfies Responses,
  };
};

describe('user import in the admin app', () => {
  it('reports the lines of a file with problems, and imports the corrected file', async (test) => {
    const app = await openApp(test, '/users', {
      ...storedUsers(userOf('ann')),
      'POST /user-imports': () =>
        refuse(400, {
          message: 'The file has 2 problems. No users were imported.',
          details: { total: 2, problems },
        }),
    });
    await app.getByRole('link', { name: 'Import users' }).click();
    const choose = app.getByLabel('Choose a file');
    await choose.setFiles(app.file('people.csv', 'username\n=cmd\n'));
    await app.getByText('The file has 2 problems. No users were imported.').waitFor();
    await app.getByRole('cell', { name: '13' }).waitFor();
    await app.assertAccessible();
    await app.getByRole('button', { name: 'Download report' }).click();
    const [report] = app.downloads;
    assert.equal(report?.name, 'people.csv.problems.csv');
    const lines = [
      'line,field,problem',
      '13,"username","must not begin with ="',
      '14,"\'=cmd","is required"',
    ];
    assert.equal(await report?.file?.text(), lines.join('\r\n'));

    app.api.respond({ 'POST /user-imports': () => ({ users: 1200 }) });
    await choose.setFiles(app.file('people.csv', 'username\nben\n'));
    await app.getByText('1,200 users imported').waitFor();
    const [, sent] = app.api.calls('POST /user-imports');
    assert.equal(sent?.query.format, 'csv');
    assert.equal(sent?.headers.get('content-type'), 'text/csv');
    assert.equal(await sent?.body.text(), 'username\nben\n');
    await app.getByRole('link', { name: 'View users' }).click();
    await app.getByText('1 user', { exact: true }).waitFor();
  });

  it('shows the progress, and the result after a lost connection', async (test) => {
    const { state, response, responses } = pendingImport();
    const app = await openApp(test, '/users/import', responses);
    await app.getByLabel('Choose a file').setFiles(app.file('late.csv', 'username\nann\n'));
    const card = app.getByRole('region', { name: 'Import in progress' });
    await card.waitFor();
    await eventually(() => assert.ok(state.isSent));
    state.users = 1500;
    app.advance(1500);
    await card.getByText('1,500 users read so far').waitFor();
    await app.assertAccessible();
    app.api.respond({
      'GET /user-imports': () => {
        throw new Error('no connection');
      },
    });
    response.reject(new Error('no connection'));
    await card.getByText('Checking whether the import finished').waitFor();
    state.state = 'abandoned';
    app.api.respond(responses);
    await eventually(() => {
      app.advance(1500);
      app.getByText('The connection was lost and no users were imported.').element();
    });
  });

  it('reports users that were imported although the connection was lost', async (test) => {
    const { state, response, responses } = pendingImport();
    const app = await openApp(test, '/users/import', responses);
    await app.getByLabel('Choose a file').setFiles(app.file('late.csv', 'username\nann\n'));
    await eventually(() => assert.ok(state.isSent));
    Object.assign(state, { state: 'done', users: 3 });
    response.reject(new Error('no connection'));
    await app.getByText('3 users imported').waitFor();
  });

  it('stops', async (test) => {
    const { state, responses } = pendingImport();
    const app = await openApp(test, '/users/import', responses);
    await app.getByLabel('Choose a file').setFiles(app.file('late.csv', 'username\nann\n'));
    await eventually(() => assert.ok(state.isSent));
    state.state = 'abandoned';
    await app
      .getByRole('region', { name: 'Import in progress' })
      .getByRole('button', { name: 'Stop' })
      .click();
    await app.getByText('Stopped. No users were imported.').waitFor();
  });
});
