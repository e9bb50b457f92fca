const SAMPLE = 'http://localhost:4000';

/** Samples that can be pasted: they name the instance that serves this page. */
export function useInstanceUrl(): void {
  if (location.origin === SAMPLE) return;
  for (const code of document.querySelectorAll('pre code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      texts.currentNode.nodeValue = texts.currentNode.nodeValue?.replaceAll(SAMPLE, location.origin) ?? '';
  }
}
