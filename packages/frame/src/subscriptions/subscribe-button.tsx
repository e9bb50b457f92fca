import { LineDrawing } from '@inlay/ui/layout/line-drawing';
import { render } from 'preact';
import type { PageContext } from '../page/page-context.ts';
import style from './subscribe-button.css?inline';

const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
document.adoptedStyleSheets.push(sheet);

const ENVELOPE = 'M2.5 4h11v8.5h-11zM3 4.5l5 4 5-4';

/** Draws the button next to the downloads of a dashboard, the title, or the filters. */
export function drawSubscribe(
  context: PageContext,
  root: ParentNode,
  onOpen: (context: PageContext, near: Element) => void,
): void {
  const place = root.querySelector('.inlay-subscribe') ?? document.createElement('span');
  if (!place.isConnected) {
    place.className = 'inlay-subscribe';
    toolsOf(root).append(place);
  }
  const { subscribe: label } = context.locale.messages();
  render(
    <button
      type="button"
      class="ui-button"
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => onOpen(context, currentTarget)}
    >
      <LineDrawing class="ui-icon" d={ENVELOPE} size={16} stroke={1.5} />
    </button>,
    place,
  );
}

function toolsOf(root: ParentNode): Element {
  const found = root.querySelector('.inlay-downloads');
  if (found) return found;
  const tools = document.createElement('div');
  tools.className = 'inlay-downloads';
  const place = root.querySelector('.inlay-head') ?? root.querySelector('.inlay-filters');
  if (place) place.append(tools);
  else root.querySelector('.inlay-tabs,.inlay-grid,.inlay-steps')?.before(tools);
  return tools;
}
