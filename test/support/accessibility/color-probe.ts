import type { Frame, Page } from 'playwright-core';

/** What functions that run in a page can use after `loadColorProbe`. */
export interface ColorProbe {
  isShown(element: Element): boolean;
  /** Of two colors, as WCAG defines it. */
  contrast(one: string, other: string): number;
  /** Whether it is not transparent. */
  isSeen(color: string): boolean;
  /** The color behind an element. */
  behind(element: Element): string;
  /** A color with variables as the browser computes it within this element. */
  resolve(color: string, within: Element): string;
  /** Whether a shape of the element's icon has a contrast of 3 to 1. */
  hasIcon(element: Element): boolean;
  /** The best contrast of a border or an outline of the element. */
  lineContrast(element: Element): number;
  /** The colors of the series of all charts, each with the chart. */
  series(): readonly { readonly name: string; readonly color: string; readonly chart: Element }[];
}

export type ProbedGlobal = typeof globalThis & { colors: ColorProbe };

export async function loadColorProbe(place: Page | Frame): Promise<void> {
  await place.evaluate(install);
}

/** Runs in the page. */
function install(): void {
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getBoundingClientRect().width > 1 &&
    !element.closest('.ui-visually-hidden, .visually-hidden, .inlay-unseen');
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  /** Red, green and blue from 0 to 255 and opacity from 0 to 1, of any color that CSS can express. */
  const channels = (color: string): readonly number[] => {
    if (!canvas || color === 'none' || color === '') return [0, 0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = 'transparent';
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const luminance = (color: string) => {
    const [r = 0, g = 0, b = 0] = channels(color).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one: string, other: string) => {
    const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const isSeen = (color: string) => (channels(color)[3] ?? 0) > 0.5;
  const resolve = (color: string, within: Element) => {
    const probe = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    probe.style.fill = color;
    within.append(probe);
    const { fill } = getComputedStyle(probe);
    probe.remove();
    return fill;
  };
  const behind = (element: Element): string => {
    for (let each: Element | null = element; each; each = each.parentElement) {
      const { backgroundColor } = getComputedStyle(each);
      if (isSeen(backgroundColor)) return backgroundColor;
    }
    return resolve('Canvas', document.body);
  };
  const hasIcon = (element: Element) => {
    const ground = behind(element);
    return [...element.querySelectorAll('svg *')].some((shape) => {
      const { stroke, fill, strokeWidth } = getComputedStyle(shape);
      const isDrawn = isSeen(stroke) && Number.parseFloat(strokeWidth) > 0;
      return (isDrawn && contrast(stroke, ground) >= 3) || (isSeen(fill) && contrast(fill, ground) >= 3);
    });
  };
  const lineContrast = (element: Element) => {
    const ground = behind(element.parentElement ?? element);
    const lines = [null, '::before', '::after'].flatMap((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      if (pseudo && style.content === 'none') return [];
      const sides = (['Top', 'Bottom', 'Left', 'Right'] as const).flatMap((side) =>
        style[`border${side}Style`] !== 'none' && Number.parseFloat(style[`border${side}Width`]) > 0
          ? [style[`border${side}Color`]]
          : [],
      );
      const outline =
        style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
          ? [style.outlineColor]
          : [];
      return [...sides, ...outline, style.backgroundColor].filter(isSeen);
    });
    return Math.max(1, ...lines.map((color) => contrast(color, ground)));
  };
  const series = () =>
    [...document.querySelectorAll('svg.inlay-chart[data-series]')].filter(isShown).flatMap((chart) => {
      const written: readonly (readonly [string, string])[] = JSON.parse(
        chart.getAttribute('data-series') ?? '[]',
      );
      return written.map(([name, color]) => ({ name, color: resolve(color, chart), chart }));
    });
  Object.assign(window, {
    colors: {
      isShown,
      contrast,
      isSeen,
      behind,
      resolve,
      hasIcon,
      lineContrast,
      series,
    } satisfies ColorProbe,
  });
}
