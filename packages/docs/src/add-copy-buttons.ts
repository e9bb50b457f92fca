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
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const copied = await copy(block.querySelector('code')?.textContent ?? '');
      button.textContent = copied ? 'Copied' : 'Press Ctrl+C';
      status.textContent = copied ? 'Copied to the clipboard' : 'Selected. Press Ctrl+C to copy.';
      if (!copied) getSelection()?.selectAllChildren(block.querySelector('code') ?? block);
      setTimeout(() => {
        button.textContent = 'Copy';
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
