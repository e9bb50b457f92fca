import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BuilderResponse } from '@inlay/content/builder';
import { expect } from '../../support/browser/expect.ts';
import { useBuilder } from '../../support/builder/builder-page.ts';
import { builderClient, canvasOf, made } from '../../support/builder/builder-world.ts';
import { openPage } from '../../support/embeds/embed-world.ts';

const de = {
  Overview: 'Überblick',
  Build: 'Bauen',
  'Revenue by product': 'Umsatz nach Produkt',
  'Insiders only': 'Nur für Eingeweihte',
};

describe("builder texts in the viewer's language", () => {
  const tests = useBuilder();
  const translate = async () => {
    const body = { translations: { de } };
    assert.equal((await tests.admin('PATCH', 'apps/sales', { body, ifMatch: '*' })).status, 200);
  };

  it('are translated in the list, before and after the script loads, and follow the language', async () => {
    await translate();
    const token = await tests.token('viola', ['view']);
    const painted = await openPage(tests.inlay, 'b-sales', { token, lang: 'de' });
    assert.match(painted.html, /<h1>Bauen<\/h1>/);
    assert.match(painted.html, /<h2>Überblick<\/h2>/);
    assert.doesNotMatch(painted.html, /Overview/);

    const { page, frame, context } = await tests.open(token, { lang: 'de' });
    await frame.getByRole('heading', { name: 'Bauen', level: 1 }).waitFor();
    const card = frame.locator('.bld-card-title');
    await card.getByText('Überblick').waitFor();
    // Found by what it reads as, and by what it is.
    for (const word of ['überblick', 'overview']) {
      await frame.getByRole('searchbox').fill(word);
      await card.getByText('Überblick').waitFor();
    }
    await frame.getByRole('searchbox').fill('');
    await card.click();
    await frame.locator('h1.bld-title', { hasText: 'Überblick' }).waitFor();
    await page.evaluate(() => (window as unknown as { embed: Sdk }).embed.setLanguage('en'));
    await frame.locator('h1.bld-title', { hasText: 'Overview' }).waitFor();
    await context.close();
  });

  it("are the author's while editing, and translated in the library", async () => {
    await translate();
    const token = await tests.token('cora', ['contribute']);
    const ask = builderClient(tests.inlay, token);
    const { dashboard } = await made(ask, canvasOf('Overview'));
    const { frame, context } = await tests.open(token, { lang: 'de', dashboard: dashboard.id });
    await expect(frame.locator('input.bld-title')).toHaveValue('Overview');
    const response = (await ask<BuilderResponse>('GET', '?lang=de')).body;
    assert.equal(response.library.find(({ id }) => id === 'revenue')?.title, 'Revenue by product');
    await frame.getByRole('button', { name: 'Bibliothek' }).first().click();
    const tile = frame.locator('[data-library=revenue]');
    await tile.getByText('Umsatz nach Produkt').waitFor();
    await context.close();
  });

  it('do not reveal content that rules hide', async () => {
    await translate();
    const ask = builderClient(tests.inlay, await tests.token('cora', ['contribute']));
    const german = (await ask<BuilderResponse>('GET', '?lang=de-AT')).body;
    assert.deepEqual(german.phrases, {
      Build: 'Bauen',
      Overview: 'Überblick',
      'Revenue by product': 'Umsatz nach Produkt',
    });
    assert.deepEqual((await ask<BuilderResponse>('GET', '?lang=fr')).body.phrases, {});
    assert.equal((await ask('GET', '?lang=nonsense!')).status, 200);
  });
});

interface Sdk {
  setLanguage(lang: string): Promise<void>;
}
