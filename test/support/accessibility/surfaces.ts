import type { Frame, Page } from 'playwright-core';
import { ADMIN_DIALOGS } from '../admin/admin-dialogs.ts';
import { openAdmin, SIGNED_OUT, showScreen } from '../admin/admin-page.ts';
import { ADMIN_SCREENS } from '../admin/admin-world.ts';
import { watchRest } from '../server/watch-rest.ts';
import type { Look, Shown } from './accessibility-run.ts';
import { type AccessibilityWorld, showEmbed, storySteps } from './accessibility-world.ts';
import { type EmbedState, embedStates, wake } from './embed-states.ts';

/** A page, or a state of one, that people can be in front of. */
export interface Surface {
  readonly part: string;
  readonly name: string;
  /** Whether it has other languages than English. */
  readonly isTranslated?: boolean;
  /** Whether narrow windows have another way there. */
  readonly isWide?: boolean;
  open(world: AccessibilityWorld, look: Look): Promise<Shown & { close(): Promise<void> }>;
}

const embeds: readonly Surface[] = [
  ...storySteps.map((step, index) =>
    embed(
      {
        part: 'Stories',
        name: `step ${index + 1}`,
        id: 'year-in-review',
        act: async (frame, shown) => {
          await wake(frame, shown);
          await frame.locator(`[data-step="${step}"]`).waitFor();
        },
      },
      { step },
    ),
  ),
  ...embedStates.map((state) => embed(state, state.options)),
];

const admin: readonly Surface[] = ADMIN_SCREENS.map((path) => ({
  part: 'Admin app',
  name: path,
  open: async (world, look) => {
    const shown = await adminPage(world, look, 'screens');
    await showScreen(shown.page, path);
    await shown.rest();
    return { ...shown, place: shown.page, look, close: async () => {} };
  },
}));

const adminDialogs: readonly Surface[] = ADMIN_DIALOGS.map(([path, open, title]) => ({
  part: 'Dialogs of the admin app',
  name: `${String(title).replaceAll(/[/^\\]|\.\*|…/g, '')} on ${path}`,
  open: async (world, look) => {
    const shown = await adminPage(world, look, 'dialogs');
    await shown.page.goto(`${world.adminUrl}/admin${path}`);
    await shown.page.locator('main h1').first().waitFor();
    await shown.rest();
    await open(shown.page);
    await shown.page.getByRole('dialog', { name: title }).last().waitFor();
    await shown.rest();
    return { ...shown, place: shown.page, look, close: async () => {} };
  },
}));

const pages: readonly Surface[] = [
  page('Sign-in', 'form', ({ adminUrl }) => `${adminUrl}/admin/users`, 'form [type=submit]'),
  page(
    'Sign-in',
    'wrong password',
    ({ adminUrl }) => `${adminUrl}/admin/users`,
    'form [type=submit]',
    async (shown) => {
      await shown.locator('[name=username]').fill('nobody@demo.test');
      await shown.locator('[name=password]').fill('a wrong password');
      await shown.locator('form [type=submit]').click();
      await shown.getByText('Login failed').waitFor();
    },
  ),
  ...['', '/guide/operate', '/api', '/api/users', '/reference/charts', '/guide/nothing'].map((path) =>
    page('Documentation', `/docs${path}`, ({ adminUrl }) => `${adminUrl}/docs${path}`, 'main h1'),
  ),
  page(
    'Documentation',
    'search',
    ({ adminUrl }) => `${adminUrl}/docs`,
    'main h1',
    async (shown) => {
      await shown.keyboard.press('Control+k');
      await shown.getByRole('combobox', { name: 'Search' }).fill('create a user');
      await shown.getByRole('option').first().waitFor();
    },
  ),
  page(
    'Demo',
    'host page',
    ({ demoUrl }) => demoUrl,
    '[data-embed] iframe',
    async (shown) => {
      // Embeds far below are loaded when they come into view.
      for (const place of await shown.locator('[data-embed]').all()) {
        await place.scrollIntoViewIfNeeded();
        await place.locator('iframe').first().waitFor();
      }
      await shown.evaluate(() => scrollTo(0, 0));
    },
  ),
];

/** In the order in which the runs examine them. */
export const surfaces: readonly Surface[] = [...embeds, ...pages, ...admin, ...adminDialogs];

/** By part, for the report. */
export const surfaceNames: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Map.groupBy(surfaces, ({ part }) => part)
    .entries()
    .map(([part, all]) => [part, all.map(({ name }) => name)]),
);

/** A surface in one language is not examined in others, and one for wide windows not in narrow ones. */
export function isShownIn({ isTranslated, isWide }: Surface, { language, options }: Look): boolean {
  return (isTranslated || language === undefined) && (!isWide || (options.viewport?.width ?? 0) > 1000);
}

function embed(
  { part, name, id, act, opensDashboard, isEnglish, isWide }: EmbedState,
  options: object = {},
): Surface {
  return {
    part,
    name,
    isTranslated: !isEnglish,
    isWide: isWide ?? false,
    open: async (world, look) => {
      const context = await world.browser.newContext({ bypassCSP: true, ...look.options });
      const shown = await context.newPage();
      await shown.goto(world.hostUrl);
      await showEmbed(shown, id, {
        token: await world.token(),
        lang: look.language ?? 'en',
        theme: look.options.colorScheme === 'dark' ? 'dark' : 'light',
        height: 'fill',
        ...(opensDashboard ? { dashboard: world.dashboard } : {}),
        ...options,
      });
      const place = shown.frames()[1];
      if (!place) throw new Error('The page has no embed.');
      await act(place, shown);
      await settle(place);
      return { page: shown, place, look, close: () => context.close() };
    },
  };
}

function page(
  part: string,
  name: string,
  url: (world: AccessibilityWorld) => string,
  ready: string,
  act?: (shown: Page) => Promise<unknown>,
): Surface {
  return {
    part,
    name,
    open: async (world, look) => {
      const context = await world.browser.newContext({ bypassCSP: true, ...look.options });
      const shown = await context.newPage();
      await shown.goto(url(world));
      await shown.locator(ready).first().waitFor();
      await act?.(shown);
      await settle(shown);
      return { page: shown, place: shown, look, close: () => context.close() };
    },
  };
}

/** The admin app is loaded once for each look, as for a person who goes from screen to screen. */
const adminPages = new WeakMap<AccessibilityWorld, Map<string, ReturnType<typeof openAdminIn>>>();

/** A dialog stays open, and so has a page of its own. */
function adminPage(
  world: AccessibilityWorld,
  look: Look,
  shows: 'screens' | 'dialogs',
): ReturnType<typeof openAdminIn> {
  const opened = adminPages.getOrInsertComputed(world, () => new Map());
  return opened.getOrInsertComputed(`${shows} ${look.name}`, () => openAdminIn(world, look));
}

async function openAdminIn({ browser, adminUrl }: AccessibilityWorld, { options }: Look) {
  // All runs together take longer than a session counts as confirmed, which some dialogs require.
  const { page } = await openAdmin(browser, adminUrl, '', {
    storageState: SIGNED_OUT,
    bypassCSP: true,
    ...options,
  });
  // As people have it whose software presses keys for them.
  await page.evaluate(() => localStorage.setItem('inlay-single-keys', 'off'));
  await page.reload();
  await page.locator('#view h1').waitFor();
  return { page, rest: watchRest(page) };
}

/** Charts that are on their way are there, and fonts. */
async function settle(place: Page | Frame): Promise<void> {
  await place.waitForFunction(
    () => !document.querySelector('[data-state=pending]:not([hidden] *), .ui-skeleton'),
  );
  await place.evaluate(() => document.fonts.ready.then(() => true));
}
