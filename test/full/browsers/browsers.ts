import { startFirefox, whyNoFirefox } from './start-firefox.ts';
import { startWebkit, whyNoWebkit } from './start-webkit.ts';
import type { StartOptions, WebDriver } from './web-driver.ts';

export interface JourneyBrowser {
  readonly id: string;
  readonly name: string;
  readonly start: (options: StartOptions) => Promise<WebDriver>;
  /** Why the journeys cannot run in it here. */
  readonly isMissing: string | false;
}

const ALL: readonly JourneyBrowser[] = [
  { id: 'firefox', name: 'Firefox', start: startFirefox, isMissing: whyNoFirefox },
  { id: 'webkit', name: 'WebKit', start: startWebkit, isMissing: whyNoWebkit },
];

/** Those that `INLAY_TEST_BROWSERS` names, or all. */
export const browsers = ALL.filter(({ id }) =>
  (process.env.INLAY_TEST_BROWSERS ?? id).split(',').includes(id),
);
