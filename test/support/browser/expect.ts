import { expect as playwrightExpect } from 'playwright/test';
import { PATIENCE_MS } from '../time/eventually.ts';

/** Retries until the page is as expected: for everything that a locator reads. */
export const expect = playwrightExpect.configure({ timeout: PATIENCE_MS });
