import type { BrowserContextOptions, Frame, Page } from 'playwright-core';

/** How a surface is shown: the size of the window, colors, language, and preferences of the system. */
export interface Look {
  readonly name: string;
  readonly options: BrowserContextOptions;
  /** Of embeds and the builder; the other surfaces are in English. */
  readonly language?: string;
}

/** A surface in a browser. */
export interface Shown {
  readonly page: Page;
  /** What is examined: the frame of an embed, or the page. */
  readonly place: Page | Frame;
  readonly look: Look;
}

/** How often a criterion was checked on a surface, and what failed. */
export interface Checked {
  readonly criterion: string;
  readonly checks: number;
  readonly findings: readonly string[];
}

/** One way to examine every surface, in the looks that can make a difference. */
export interface AccessibilityRun {
  readonly id: string;
  readonly title: string;
  /** For readers of the report: what is checked, and how. */
  readonly description: string;
  readonly looks: readonly Look[];
  readonly check: (shown: Shown) => Promise<readonly Checked[]>;
}

const DESKTOP = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
const PHONE = { ...DESKTOP, viewport: { width: 390, height: 844 }, hasTouch: true } as const;

export const looks = {
  light: { name: 'light', options: { ...DESKTOP, colorScheme: 'light' } },
  dark: { name: 'dark', options: { ...DESKTOP, colorScheme: 'dark' } },
  rightToLeft: { name: 'right to left', options: { ...DESKTOP, colorScheme: 'light' }, language: 'ar' },
  german: { name: 'German', options: { ...DESKTOP, colorScheme: 'light' }, language: 'de' },
  phone: { name: 'phone', options: { ...PHONE, colorScheme: 'light' } },
  forcedColors: { name: 'forced colors', options: { ...DESKTOP, forcedColors: 'active' } },
  forcedColorsDark: {
    name: 'dark forced colors',
    options: { ...DESKTOP, forcedColors: 'active', colorScheme: 'dark' },
  },
  moving: { name: 'with motion', options: { ...DESKTOP, reducedMotion: 'no-preference' } },
  /** What a window of 1280 × 800 px has at 200% and 400% (WCAG 1.4.4 and 1.4.10). */
  zoom200: { name: '200%', options: { ...DESKTOP, viewport: { width: 640, height: 400 } } },
  zoom400: { name: '400%', options: { ...DESKTOP, viewport: { width: 320, height: 256 } } },
} as const satisfies Readonly<Record<string, Look>>;
