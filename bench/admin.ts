import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openBrowser } from '../test/support/browser/open-browser.ts';
import { type AdminPage, openAdminPage, type Visit } from './browser/admin-page.ts';
import { type AdminView, adminViews } from './browser/admin-views.ts';
import { startDemo } from './browser/demo-instance.ts';
import { slowPhone } from './browser/measured-page.ts';
import { ms, printTable, type Row } from './table.ts';

const LIMIT_MS = 1_000;
/** A visit that is over its limit is made again while there is time: a busy machine is slow, not the page. */
const PATIENCE_MS = 100_000;
const TRIES = 3;
const SIGN_IN = { name: 'sign-in', path: '/users', main: '.sign-in-card input[type=password]' };

/** How long somebody with a slow phone waits for each view of the admin app until it can be used. */
export async function benchAdmin(): Promise<void> {
  const demo = await startDemo();
  const browser = await openBrowser();
  const deadline = performance.now() + PATIENCE_MS;
  const measured = <V extends Named>(views: readonly V[], visit: (view: V) => Promise<Visit>) =>
    visitAll(views, visit, deadline);
  try {
    const at = (path: string) => `${demo.url}/admin${path}`;
    const returning = await openAdminPage(browser);
    const me = await signIn(returning, at(''), demo.admin);
    const views = adminViews.map((view) => ({ ...view, path: view.path.replace(':me', me) }));
    const session = await sessionOf(returning);
    // The files of the other screens are fetched while the page is idle.
    await returning.page.waitForLoadState('networkidle');
    await returning.rest();
    const followed = await measured(views, ({ path, main, from }) => goFrom(returning, at, from, path, main));
    const loaded = await measured(views, ({ path, main }) => returning.load(at(path), main));
    await returning.close();
    // Parts of one screen begin with the same files.
    const screens = views.filter(({ part }) => part !== true);
    const first = await measured(screens, (view) => visitFirst(browser, at(view.path), view.main, session));
    const signIns = await measured([SIGN_IN], ({ path, main }) => visitFirst(browser, at(path), main));

    printTable('Admin app on a slow phone: the first visit, which is the sign-in', signIns.map(firstRow));
    printTable('Admin app on a slow phone: a session, but nothing cached', first.map(firstRow));
    printTable('Admin app on a slow phone: a deep link or reload, on a later visit', loaded.map(firstRow));
    printTable('Admin app on a slow phone: from one view to the next', followed.map(row));
  } finally {
    await browser.close();
    await demo.stop();
  }
}

async function signIn(
  { page }: AdminPage,
  url: string,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<string> {
  await page.goto(url);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  const me = page.waitForResponse(/\/api\/v0\/me$/);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const { id } = (await (await me).json()) as { readonly id: string };
  await page.locator('.view h1').waitFor();
  return id;
}

/** The login alone: nothing that a first visit would leave behind. */
async function sessionOf({ page }: AdminPage): Promise<BrowserContextOptions['storageState']> {
  const { cookies, origins } = await page.context().storageState();
  const keep = origins.map(({ origin, localStorage }) => ({
    origin,
    localStorage: localStorage.filter(({ name }) => name === 'inlay-session'),
  }));
  return { cookies, origins: keep };
}

/** Stands where a person comes from, with everything there at rest, and follows the link. */
async function goFrom(
  admin: AdminPage,
  at: (path: string) => string,
  from: string,
  path: string,
  main: string,
): Promise<Visit> {
  const { main: fromMain = 'h1' } = adminViews.find((view) => view.path === from) ?? {};
  await admin.setProfile(undefined);
  if (admin.page.url() !== at(from)) await admin.load(at(from), fromMain);
  await admin.rest();
  await admin.setProfile(slowPhone);
  return admin.follow(at(path), main);
}

async function visitFirst(
  browser: Browser,
  url: string,
  main: string,
  storageState?: BrowserContextOptions['storageState'],
): Promise<Visit> {
  const admin = await openAdminPage(browser, storageState ? { storageState } : {});
  try {
    await admin.setProfile(slowPhone);
    return await admin.load(url, main);
  } finally {
    await admin.close();
  }
}

type Named = Pick<AdminView, 'name'>;
interface Measured {
  readonly name: string;
  readonly visit: Visit;
}

async function visitAll<V extends Named>(
  views: readonly V[],
  visit: (view: V) => Promise<Visit>,
  deadline: number,
): Promise<readonly Measured[]> {
  const all: Measured[] = [];
  for (const view of views) {
    let best = await visit(view);
    for (let tries = 1; tries < TRIES && isLate(best) && performance.now() < deadline; tries += 1) {
      const next = await visit(view);
      if (next.usableMs < best.usableMs) best = next;
    }
    all.push({ name: view.name, visit: best });
  }
  return all;
}

const isLate = ({ usableMs, roundTrips }: Visit) => usableMs > LIMIT_MS * Math.max(1, roundTrips);

function row({ name, visit }: Measured): Row {
  const ratio = visit.usableMs / LIMIT_MS;
  return {
    what: name,
    figure: figureOf(visit),
    ratio: `${ratio.toFixed(2)} ×`,
    target: '1 s',
    met: ratio <= 1,
  };
}

/** Page, then scripts and data: what the network alone takes for that, and for the bytes. */
function firstRow({ name, visit }: Measured): Row {
  const floor = 2 * slowPhone.latency + (visit.bytes * 8) / (slowPhone.downloadKbps * 1.024);
  const ratio = visit.usableMs / floor;
  return {
    what: name,
    figure: figureOf(visit),
    ratio: `${ratio.toFixed(2)} ×`,
    target: `1.25 × ${ms(floor)}`,
    met: ratio <= 1.25,
  };
}

function figureOf({ usableMs, roundTrips, bytes }: Visit): string {
  const trips = roundTrips === 1 ? '1 round trip' : `${roundTrips} round trips`;
  return `${ms(usableMs)}, ${trips}, ${(bytes / 1024).toFixed(1)} KB`;
}
