import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { list, type Responses, refuse } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.ts';
import { AT, OVERVIEW, SALES, sampleWorld } from '../support/sample-world.ts';
import { versionedRecord } from '../support/versioned-record.ts';

type Content = Schemas['ThemeContent'];

/** Themes by name, which are saved whole; each save has another time, which is the version of a theme. */
const storedThemes = (initial: Readonly<Record<string, Content>> = {}) => {
  let saves = 0;
  const themes = new Map<string, Schemas['Theme']>();
  const save = (name: string, content: Content) => {
    saves += 1;
    const updatedAt = new Date(Date.parse(AT) + saves).toISOString();
    const theme = { name, ...content, createdAt: AT, updatedAt };
    themes.set(name, theme);
    return theme;
  };
  for (const [name, content] of Object.entries(initial)) save(name, content);
  const responses = {
    'GET /themes': () => list(...themes.values()),
    'GET /themes/{name}': ({ path }) => themes.get(path.name) ?? refuse(404),
    'PUT /themes/{name}': ({ path: { name }, body, headers }) => {
      const known = themes.get(name);
      if (known && headers.get('if-none-match') === '*')
        return refuse(409, { details: [{ path: '/name', problem: 'is taken. Choose another one' }] });
      const version = headers.get('if-match');
      return known && version !== `"${Date.parse(known.updatedAt)}"` ? refuse(412) : save(name, body);
    },
    'DELETE /themes/{name}': ({ path }) => {
      themes.delete(path.name);
      return undefined;
    },
  } satisfies Responses;
  return { save, responses, get: (name: string) => themes.get(name) };
};

describe('themes in the admin app', () => {
  it('are created from one color, with a preview on charts', async (test) => {
    const themes = storedThemes();
    const app = await openApp(test, '/themes', themes.responses);
    await app.getByRole('heading', { name: 'No themes yet' }).waitFor();
    await app.locator('.ui-empty').getByRole('link', { name: 'Create theme' }).click();
    const preview = app.getByRole('region', { name: 'Preview' });
    await preview.locator('svg').first().waitFor();
    await app.getByLabel(/^Name/).fill('acme');
    await app.getByLabel('Brand color').fill('#0b6e4f');
    await app.getByRole('button', { name: 'Apply' }).click();
    await preview.locator('[fill="#0b6e4f"], [stroke="#0b6e4f"]').first().waitFor();
    await app.getByRole('button', { name: 'Create theme' }).click();
    await app.getByRole('heading', { name: 'acme', level: 1 }).waitFor();
    assert.equal(themes.get('acme')?.light?.['series-1'], '#0b6e4f');
    assert.ok(themes.get('acme')?.dark?.accent);
    await app.locator('#view').getByRole('link', { name: 'Themes' }).click();
    await app.locator('#view').getByRole('link', { name: 'acme' }).waitFor();
  });

  it('suggest a readable color next to one that lacks contrast', async (test) => {
    const themes = storedThemes({ acme: {} });
    const app = await openApp(test, '/themes/acme', themes.responses);
    await app.getByLabel('Muted text', { exact: true }).fill('b0b0b0');
    await app
      .getByText(/^Contrast with “/)
      .first()
      .waitFor();
    await app.getByRole('button', { name: /^Use #/ }).click();
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Theme acme saved.').waitFor();
    const better = themes.get('acme')?.light?.['text-muted'];
    assert.match(String(better), /^#[0-9a-f]{6}$/);
    assert.notEqual(better, '#b0b0b0');
    await app.getByRole('button', { name: 'Reset Muted text to the default' }).click();
    await app.getByRole('button', { name: 'Save' }).click();
    await eventually(() => assert.equal(themes.get('acme')?.light?.['text-muted'], undefined));
    await app.getByRole('region', { name: 'Not saved yet' }).waitForNone();
  });

  it('show why the server refuses them, and keep the input', async (test) => {
    const message = 'Muted text is #b0b0b0, which has a contrast of 2.1';
    const app = await openApp(test, '/themes/acme', {
      ...storedThemes({ acme: {} }).responses,
      'PUT /themes/{name}': () => refuse(400, { message }),
    });
    const muted = app.getByLabel('Muted text', { exact: true });
    await muted.fill('b0b0b0');
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByRole('alert').getByText(message).waitFor();
    assert.equal(muted.value(), '#b0b0b0');
  });

  it('keep concurrent changes until the conflict is resolved', async (test) => {
    const themes = storedThemes({ acme: {} });
    const app = await openApp(test, '/themes/acme', themes.responses);
    const font = app.getByLabel('Font');
    await font.fill('Georgia, serif');
    themes.save('acme', { light: { accent: '#8b1a3a' } });
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByRole('button', { name: 'Keep both changes' }).click();
    await app.getByText('Theme acme saved.').waitFor();
    assert.equal(themes.get('acme')?.font, 'Georgia, serif');
    assert.equal(themes.get('acme')?.light?.accent, '#8b1a3a');
    await font.fill('Inter');
    themes.save('acme', { light: { accent: '#8b1a3a' } });
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByRole('button', { name: 'Discard my changes' }).click();
    await eventually(() => assert.equal(font.value(), ''));
  });

  it('can be selected by name for an app', async (test) => {
    const record = versionedRecord(SALES, 'revision');
    const app = await openApp(test, '/apps/sales?edit=1', {
      ...sampleWorld,
      ...storedThemes({ acme: {} }).responses,
      'GET /apps/{id}': record.get,
      'PATCH /apps/{id}': record.patch,
    });
    await app.getByLabel(/^Theme/).selectOption('acme');
    await app.getByRole('button', { name: 'Save' }).click();
    await eventually(() => assert.deepEqual(record.get().theme, { name: 'acme' }));
  });

  it('can be selected by name for an embed', async (test) => {
    const record = versionedRecord(OVERVIEW, 'revision');
    const app = await openApp(test, '/embeds/sales-overview', {
      ...sampleWorld,
      ...storedThemes({ acme: {} }).responses,
      'GET /embeds/{id}': record.get,
      'PATCH /embeds/{id}': record.patch,
    });
    await app.getByRole('button', { name: 'Edit', exact: true }).click();
    await app.getByLabel(/^Theme/).selectOption('acme');
    await app.getByRole('button', { name: 'Save' }).click();
    await eventually(() => assert.deepEqual(record.get().theme, { name: 'acme' }));
  });

  it('never overwrite another with the same name', async (test) => {
    const app = await openApp(test, '/themes/new', storedThemes({ acme: {} }).responses);
    await app.getByLabel(/^Name/).fill('acme');
    await app.getByRole('button', { name: 'Create theme' }).click();
    await app.getByText('Name is taken. Choose another one.').waitFor();
  });

  it('are deleted after confirmation', async (test) => {
    const themes = storedThemes({ acme: {} });
    const app = await openApp(test, '/themes/acme', themes.responses);
    await app.getByRole('button', { name: 'Delete…' }).click();
    assert.ok(themes.get('acme'));
    await app.getByRole('button', { name: 'Delete theme' }).click();
    await app.getByRole('heading', { name: 'No themes yet' }).waitFor();
    assert.equal(themes.get('acme'), undefined);
  });
});
