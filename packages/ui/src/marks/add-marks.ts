import { unfoldMarks } from '@inlay/charts/parts/folded-marks';

const SVG = 'http://www.w3.org/2000/svg';

/** Creates the hit areas of charts of columns (ADR 53) in all charts of the page, now and later. */
export function addMarks(): void {
  const layAll = () => {
    for (const group of document.querySelectorAll<SVGElement>('[data-marks]')) lay(group);
  };
  layAll();
  new MutationObserver(layAll).observe(document, { childList: true, subtree: true });
}

function lay(group: SVGElement): void {
  const table = group.ownerSVGElement?.parentElement?.querySelector<HTMLTableElement>('table.inlay-data');
  const cell = (row: number, column: number) =>
    table?.tBodies[0]?.rows[row]?.cells[column]?.textContent ?? '';
  const areas = unfoldMarks(group.dataset.marks ?? '', cell);
  delete group.dataset.marks;
  for (const { mark, ...place } of areas) {
    const area = document.createElementNS(SVG, 'rect');
    for (const [name, value] of Object.entries(place)) area.setAttribute(name, `${value}`);
    area.dataset.mark = JSON.stringify(mark);
    group.append(area);
  }
}
