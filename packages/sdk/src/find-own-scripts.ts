export const PATH = '/scripts/embedLauncher.js';

/** The tag itself stores that it was handled, because each tag runs the whole script again. */
type Taken = HTMLScriptElement & { inlay?: boolean };

/**
 * The script elements to launch. `document.currentScript` is `null` in shadow trees and modules, and on pages with
 * user-generated content it may be any element with that name. Then every unhandled script tag with this script's own
 * address is taken, also those that are still loading, and nothing else: the address of an image must not become a frame.
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
    // Only a stack trace has the address of this script here. Consent managers disable scripts with another `type` until
    // the viewer agrees.
    return isScript(element) &&
      Error().stack?.includes(element.src.split(PATH)[0] + PATH) &&
      !element.type.includes('plain')
      ? [element]
      : [];
  });
}
