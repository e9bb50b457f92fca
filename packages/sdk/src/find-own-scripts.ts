export const PATH = '/scripts/embedLauncher.js';

/** The mark of a tag that was taken is on the tag itself: each tag runs the whole script once more. */
type Taken = HTMLScriptElement & { inlay?: boolean };

/**
 * The script elements that this run of a script stands for. `document.currentScript` is `null` in shadow trees and
 * modules, and whatever element has that name on a page that shows what others wrote; every tag of this script's own
 * address that nobody has taken yet is then taken, those that are still loading included. Nothing else is: the address
 * of a picture must not become a frame.
 */
export function takeOwnScripts(): readonly HTMLScriptElement[] {
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
