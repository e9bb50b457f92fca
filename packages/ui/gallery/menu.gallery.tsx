import '../src/kit.css';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from '../src/controls/icon-button.tsx';
import { type MenuItem, openMenu } from '../src/overlays/menu.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

const items: readonly MenuItem[] = [
  { label: 'Download as PDF', onChoose: () => {} },
  { label: 'Download as Excel', onChoose: () => {} },
  { label: 'Full screen', onChoose: () => {}, apart: true },
];
const open = (button: HTMLButtonElement) => openMenu(button, 'More', items);

function OpenMenu(): VNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('button')?.click(), []);
  return (
    <div ref={place} style={{ minHeight: '160px' }}>
      <IconButton
        icon="more"
        label="More of this"
        opens="menu"
        onClick={(event) => open(event.currentTarget)}
      />
    </div>
  );
}

export const gallery: GalleryEntry = {
  title: 'Menu',
  states: {
    closed: () => (
      <IconButton icon="more" label="More" opens="menu" onClick={(event) => open(event.currentTarget)} />
    ),
    open: () => <OpenMenu />,
  },
};
