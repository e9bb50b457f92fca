/** Moves the focus to the first of these elements on the page, and opens what hides it. */
export function focusFirst(ids: readonly string[]): void {
  const elements = ids.map((id) => document.getElementById(id)).filter((element) => element !== null);
  const [first] = elements.sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  if (!first) return;
  for (let box = first.closest('details'); box; box = box.parentElement?.closest('details') ?? null)
    box.open = true;
  // A field of several controls is focused at its first invalid one.
  const control = 'input, select, textarea, button, [tabindex]';
  const invalid = first.querySelector<HTMLElement>('[aria-invalid]');
  (first.matches(control) ? first : (invalid ?? first.querySelector<HTMLElement>(control)))?.focus();
}
