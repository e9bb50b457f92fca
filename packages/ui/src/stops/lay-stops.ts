import { unfoldStops } from '@inlay/charts/parts/folded-stops';

const SVG = 'http://www.w3.org/2000/svg';

/** Creates the hit areas of charts of columns (ADR 53) in all charts of the page, now and later. */
export function layStops(): void {
  const layAll = () => {
    for (const group of document.querySelectorAll<SVGElement>('[data-stops]')) lay(group);
  };
  layAll();
  new MutationObserver(layAll).observe(document, { childList: true, subtree: true });
}

function lay(group: SVGElement): void {
  const table = group.ownerSVGElement?.parentElement?.querySelector<HTMLTableElement>('table.inlay-data');
  const cell = (row: number, column: number) =>
    table?.tBodies[0]?.rows[row]?.cells[column]?.textContent ?? '';
  const areas = unfoldStops(group.dataset.stops ?? '', cell);
  delete group.dataset.stops;
  for (const { stop, ...place } of areas) {
    const area = document.createElementNS(SVG, 'rect');
    for (const [name, value] of Object.entries(place)) area.setAttribute(name, `${value}`);
    area.dataset.stop = JSON.stringify(stop);
    group.append(area);
  }
}
