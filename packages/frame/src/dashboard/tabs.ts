/** The tabs of a dashboard that the server rendered. */
export interface Tabs {
  /** Undefined on a dashboard without tabs. */
  open(): string | undefined;
  /** Shows a tab, by default the first one. Returns whether another one was open. */
  show(id: string | undefined): boolean;
}

/** Arrows, Home and End move between tabs; moving opens. */
export function createTabs(root: ParentNode, onChoose: (id: string) => void): Tabs {
  const buttons = [...root.querySelectorAll<HTMLElement>('[data-tab]')];
  const idOf = (button: HTMLElement | undefined) => button?.dataset.tab;
  const open = () => idOf(buttons.find((button) => button.ariaSelected === 'true'));
  const show = (id = idOf(buttons[0])) => {
    const changes = id !== open();
    for (const button of buttons) {
      const chosen = idOf(button) === id;
      button.ariaSelected = `${chosen}`;
      button.tabIndex = chosen ? 0 : -1;
    }
    for (const panel of root.querySelectorAll<HTMLElement>('[data-panel]'))
      panel.hidden = panel.dataset.panel !== id;
    return changes;
  };
  const choose = (button: HTMLElement | undefined) => {
    const id = idOf(button);
    button?.focus();
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (id !== undefined && show(id)) onChoose(id);
  };
  for (const [at, button] of buttons.entries()) {
    button.addEventListener('click', () => choose(button));
    button.addEventListener('keydown', (event) => {
      const on = document.documentElement.dir === 'rtl' ? -1 : 1;
      const to = { ArrowRight: at + on, ArrowLeft: at - on, Home: 0, End: -1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      choose(buttons.at(to % buttons.length));
    });
  }
  return { open, show };
}
