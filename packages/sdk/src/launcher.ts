import type { FrameEvent } from '@inlay/protocol/frame-messages';
import { createFrame } from './create-frame.ts';
import { followHeight } from './follow-height.ts';

/** Shows the embed that the address of a script tag asks for, right after that tag. */
function launch(script: HTMLScriptElement): void {
  const [instanceUrl = '', query] = script.src.split(PATH);
  const fields = new URLSearchParams(query);
  const height = fields.get('height');
  const frame = createFrame({
    instanceUrl,
    id: fields.get('id') ?? '',
    fields: () => [...fields],
    height,
    lazy: fields.get('loading') === 'lazy',
    onPort: (port) => {
      // Nothing is asked of this frame but to start, so that all it says is events.
      port.onmessage = ({ data: { event, detail } }: MessageEvent<FrameEvent>) => {
        if (event === 'resize' && (height || 'auto') === 'auto') resize(detail.height);
        if (event === 'ready') frame.title = detail.title;
      };
    },
  });
  const resize = followHeight(frame);
  // A page that begins with the tag has it in its head, where nothing shows.
  if (script.closest('head')) (document.body ?? document.documentElement).prepend(frame);
  else script.after(frame);
}

for (const script of takeOwnScripts()) launch(script);

const PATH = '/scripts/embedLauncher.js';

/** The mark of a tag that was taken is on the tag itself: each tag runs the whole script once more. */
type Taken = HTMLScriptElement & { inlay?: boolean };

/**
 * The script elements that this run of a script stands for. `document.currentScript` is `null` in shadow trees and
 * modules, and whatever element has that name on a page that shows what others wrote; every tag of this script's own
 * address that nobody has taken yet is then taken, those that are still loading included. Nothing else is: the address
 * of a picture must not become a frame.
 */
function takeOwnScripts(): readonly HTMLScriptElement[] {
  const own = document.currentScript;
  return (isScript(own) ? [own] : findScripts(document)).filter((script) => {
    const isTaken = script.inlay;
    script.inlay = true;
    return !isTaken;
  });
}

const isScript = (element: unknown): element is Taken => element instanceof HTMLScriptElement;

function findScripts(root: ParentNode): Taken[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    if (element.shadowRoot) return findScripts(element.shadowRoot);
    // Only the trace of an error tells here where this script was loaded from. Consent managers park scripts under
    // another type until the viewer agrees.
    return isScript(element) &&
      Error().stack?.includes(element.src.split(PATH)[0] + PATH) &&
      !element.type.includes('plain')
      ? [element]
      : [];
  });
}
