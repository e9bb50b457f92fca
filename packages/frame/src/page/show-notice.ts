/** Shows a notice at the bottom of the page. Returns a function that removes it. */
export function showNotice(text: string): () => void {
  const notice = document.createElement('p');
  notice.className = 'inlay-toast';
  notice.setAttribute('role', 'status');
  notice.textContent = text;
  document.body.append(notice);
  return () => notice.remove();
}
