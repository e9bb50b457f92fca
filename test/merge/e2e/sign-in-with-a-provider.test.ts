import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { SIGNED_OUT, assertAccessible, openAdmin, saveData, signInOn } from '../../support/admin/admin-page.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { expect } from '../../support/browser/expect.ts';
