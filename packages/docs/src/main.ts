import { addCopyButtons } from './add-copy-buttons.ts';
import { markCurrentSection } from './mark-current-section.ts';
import { switchTheme } from './switch-theme.ts';
import { useInstanceUrl } from './use-instance-url.ts';

useInstanceUrl();
addCopyButtons();
markCurrentSection();
document.querySelector('.theme-button')?.addEventListener('click', switchTheme);
// The current page is in view, however long the list is.
document.querySelector('.side [aria-current]')?.scrollIntoView({ block: 'nearest' });

for (const section of document.querySelectorAll<HTMLElement>('[data-trial]')) {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'try-button',
    textContent: 'Try it',
  });
  button.addEventListener('click', async () => (await import('./try-request.ts')).tryRequest(section));
  section.querySelector('.code')?.append(button);
}

/** Loaded when it is first used. */
const openSearch = async () => (await import('./open-search.ts')).openSearch();
document.querySelector('.search-button')?.addEventListener('click', openSearch);
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
  const isShortcut =
    event.key === '/' ? !isTyping : event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey);
  if (!isShortcut || event.altKey) return;
  event.preventDefault();
  void openSearch();
});
