import type { ChartMark } from './read-marks.ts';

const GAP = 12;
const EDGE = 8;
const MOST_LINES = 8;

interface Tooltip {
  show(chart: SVGSVGElement, mark: ChartMark): void;
  hide(): void;
}

/** One tooltip for all charts of a page. It ignores the pointer, and the live region announces its text. */
export function createTooltip(): Tooltip {
  const box = document.createElement('div');
  box.className = 'inlay-tip';
  box.setAttribute('aria-hidden', 'true');
  box.hidden = true;

  return {
    show: (chart, mark) => {
      // What is shown in full screen has to be inside it.
      (document.fullscreenElement ?? document.body).append(box);
      box.replaceChildren(...linesOf(mark, chart.dataset.action));
      box.hidden = false;
      place(box, chart, mark);
    },
    hide: () => {
      box.hidden = true;
    },
  };
}

function linesOf({ label, items }: ChartMark, action: string | undefined): Node[] {
  const title = element('div', 'inlay-tip-title', label);
  const lines = items.slice(0, MOST_LINES).map((item) => {
    const line = element('div', 'inlay-tip-line');
    const swatch = element('i', '');
    swatch.style.background = item.color;
    // One line whose name repeats the title says it once.
    const name = element('span', '', item.name === label ? '' : item.name);
    line.append(swatch, name, element('b', '', item.text));
    return line;
  });
  const rest = items.length - lines.length;
  const more = [rest > 0 ? `+${rest}` : '', action].filter(Boolean);
  return [title, ...lines, ...more.map((text) => element('div', 'inlay-tip-more', text))];
}

function place(box: HTMLElement, chart: SVGSVGElement, mark: ChartMark): void {
  const drawing = chart.getBoundingClientRect();
  const view = chart.viewBox.baseVal;
  const scale = drawing.width / (view.width || drawing.width);
  const x = drawing.left + mark.x * scale;
  const y = drawing.top + (Math.min(...mark.items.map((item) => item.y), view.height) - view.y) * scale;
  const { offsetWidth: width, offsetHeight: height } = box;
  const area = mark.element.getBoundingClientRect();
  // A hit target as wide as the chart is a row of a list: next to its point, the tooltip would cover the row's text.
  const isRow = area.width > drawing.width / 2 && area.width > 3 * area.height;
  const right = x + GAP + width <= innerWidth - EDGE;
  const beside = right ? x + GAP : Math.max(EDGE, x - GAP - width);
  const left = isRow ? Math.min(area.right - width, innerWidth - width - EDGE) : beside;
  const below =
    area.bottom + EDGE + height <= innerHeight ? area.bottom + EDGE / 2 : area.top - height - EDGE / 2;
  const top = isRow ? below : Math.max(EDGE, Math.min(y - height / 2, innerHeight - height - EDGE));
  box.style.transform = `translate(${Math.round(left)}px,${Math.round(top)}px)`;
}

function element(tag: string, className: string, text?: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
