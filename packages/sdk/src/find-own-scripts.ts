const TAKEN = Symbol.for('inlay');

type Taken = HTMLScriptElement & { [TAKEN]?: boolean };

/**
 * The script elements that this run of a script stands for. `document.currentScript` is `null` in shadow trees and
 * modules; every tag that nobody has taken yet is then taken, those that are still loading included.
 */
export function takeOwnScripts(path: string): readonly HTMLScriptElement[] {
  const own = document.currentScript as Taken | null;
  const free = (own ? [own] : findScripts(document, path)).filter((script) => !script[TAKEN]);
  for (const script of free) script[TAKEN] = true;
  return free;
}

function findScripts(root: ParentNode, path: string): Taken[] {
  return [...root.querySelectorAll<Taken>('*')].flatMap((element) => {
    if (element.shadowRoot) return findScripts(element.shadowRoot, path);
    // Consent managers park scripts under another type until the viewer agrees.
    return element.src?.includes?.(path) && !/plain/.test(element.type) ? [element] : [];
  });
}
