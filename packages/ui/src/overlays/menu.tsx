import type { VNode } from 'preact';
import { openPopover } from './open-popover.tsx';

export interface MenuItem {
  readonly label: string;
  readonly onChoose: () => void;
  /** A line above it. */
  readonly apart?: boolean;
}

/** A list of things to do: arrows, Home and End move, Enter does, Escape leaves. */
export function openMenu(anchor: HTMLElement | SVGElement, label: string, items: readonly MenuItem[]): void {
  openPopover(anchor, {
    role: 'menu',
    label,
    content: (close): VNode => (
      <div class="ui-menu" role="none" onKeyDown={moveFocus}>
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            class={item.apart ? 'ui-menu-item ui-apart' : 'ui-menu-item'}
            onClick={() => {
              close();
              item.onChoose();
            }}
          >
            {item.label}
          </button>
        ))}
      </div>
    ),
  });
}

function moveFocus(event: KeyboardEvent): void {
  const items = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  items.at(to % items.length)?.focus();
}
