/**
 * The buttons of a pivot table show and hide the rows of their groups. What the viewer chose stays when the table is drawn
 * again: a group is known by its name and those of the groups that it is in.
 */
export function collapseGroups(root: HTMLElement): void {
  const chosen = new Map<string, string>();
  const update = (clicked?: Element | null) => {
    for (const body of root.querySelectorAll<HTMLTableSectionElement>('.inlay-pivot tbody')) {
      const path: (string | null | undefined)[] = [];
      let closed = Number.POSITIVE_INFINITY;
      for (const row of body.rows) {
        const level = Number(row.dataset.level);
        const button = row.querySelector('button');
        path.splice(level - 1, path.length, button?.textContent);
        if (button) {
          const key = path.join('\n');
          if (button === clicked) chosen.set(key, `${button.ariaExpanded !== 'true'}`);
          button.ariaExpanded = chosen.get(key) ?? button.ariaExpanded;
        }
        row.hidden = level > closed;
        if (!row.hidden) closed = button?.ariaExpanded === 'false' ? level : Number.POSITIVE_INFINITY;
      }
    }
  };
  root.addEventListener('click', ({ target }) => {
    if (target instanceof Element) update(target.closest('button'));
  });
  new MutationObserver(() => update()).observe(root, { childList: true, subtree: true });
}
