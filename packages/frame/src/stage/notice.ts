/** A calm line at the bottom of the page, until it is dismissed. */
export function showNotice(words: string): () => void {
  const notice = document.createElement('p');
  notice.className = 'inlay-toast';
  notice.setAttribute('role', 'status');
  notice.textContent = words;
  document.body.append(notice);
  return () => notice.remove();
}
