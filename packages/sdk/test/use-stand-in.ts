import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../test/support/browser/open-browser.ts';
import { type StandIn, startStandIn } from './frame-stand-in.ts';

interface Started {
  readonly browser: Browser;
  readonly inlay: StandIn;
}

/** A browser, an instance and an application, for one file of tests. */
export function useStandIn(): Started {
  let started: Partial<Started> = {};
  before(async () => {
    const [browser, inlay] = await Promise.all([openBrowser(), startStandIn()]);
    started = { browser, inlay };
  });
  after(async () => {
    await started.browser?.close();
    await started.inlay?.close();
  });
  const take = <Name extends keyof Started>(name: Name): Started[Name] => {
    const found = started[name];
    if (!found) throw new Error('The tests have not started.');
    return found as Started[Name];
  };
  return {
    get browser() {
      return take('browser');
    },
    get inlay() {
      return take('inlay');
    },
  };
}
