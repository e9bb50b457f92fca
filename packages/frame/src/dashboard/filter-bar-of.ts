/** The bar of filters, which is added to a dashboard without filters. */
export function filterBarOf(root: ParentNode): Element {
  const bar = root.querySelector('.inlay-filters') ?? document.createElement('div');
  if (!bar.isConnected) {
    bar.className = 'inlay-filters';
    root.querySelector('.inlay-tabs,.inlay-grid')?.before(bar);
  }
  return bar;
}
