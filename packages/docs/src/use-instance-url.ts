const SAMPLE = 'http://localhost:4000';

/** Samples that can be pasted: they name the instance that serves this page. */
export function useInstanceUrl(): void {
  if (location.origin === SAMPLE) return;
  for (const code of document.querySelectorAll('pre code')) {
    if (!code.textContent?.includes(SAMPLE)) continue;
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      // Writing a text, even the same, costs a layout.
      if (node.nodeValue?.includes(SAMPLE))
        node.nodeValue = node.nodeValue.replaceAll(SAMPLE, location.origin);
    }
  }
}
