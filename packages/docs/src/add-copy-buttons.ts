/** A button on each block of code that copies it. */
export function addCopyButtons(): void {
  const status = document.createElement('p');
  status.className = 'visually-hidden';
  status.role = 'status';
  document.body.append(status);
  for (const block of document.querySelectorAll('figure.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    const name = (text: string) => {
      button.ariaLabel = text;
      button.title = text;
    };
    name('Copy');
    button.addEventListener('click', async () => {
      const copied = await copy(block.querySelector('code')?.textContent ?? '');
      name(copied ? 'Copied' : 'Press Ctrl+C');
      button.dataset.copied = String(copied);
      status.textContent = copied ? 'Copied to the clipboard' : 'Selected. Press Ctrl+C to copy.';
      if (!copied) getSelection()?.selectAllChildren(block.querySelector('code') ?? block);
      setTimeout(() => {
        name('Copy');
        delete button.dataset.copied;
        status.textContent = '';
      }, 2000);
    });
    block.append(button);
  }
}

/** Browsers have a clipboard on https and localhost only. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
