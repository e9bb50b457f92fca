/** What is being typed to find a value: after an open `{{`, after `/` at the start of a word, or where the list was opened. */
export function openOffer(
  before: string,
  openedAt: number | undefined,
): { readonly from: number; readonly search: string } | undefined {
  const search = (text: string) => text.trim().toLowerCase();
  const typed = /(?:\{\{|(?<=^|\s)\/)([\p{L}\p{N}_ .]*)$/u.exec(before);
  if (typed) return { from: typed.index, search: search(typed[1] ?? '') };
  const after = openedAt === undefined ? undefined : before.slice(openedAt);
  return openedAt !== undefined && after !== undefined && /^[\p{L}\p{N}_ .]*$/u.test(after)
    ? { from: openedAt, search: search(after) }
    : undefined;
}
