import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import {
  assertAccessible,
  openAdmin,
  SIGNED_OUT,
  saveData,
  signInOn,
} from '../../support/admin/admin-page.ts';
import { expect } from '../../support/browser/expect.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
