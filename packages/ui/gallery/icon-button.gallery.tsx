import '../src/kit.css';
import { IconButton } from '../src/icon-button.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

const press = () => {};

export const gallery: GalleryEntry = {
  title: 'Icon button',
  states: {
    plain: () => <IconButton icon="close" label="Close" onClick={press} />,
    pressed: () => <IconButton icon="table" label="Show as table" pressed onClick={press} />,
    'opens a menu': () => <IconButton icon="more" label="More" opens="menu" onClick={press} />,
    disabled: () => <IconButton icon="undo" label="Undo" disabled onClick={press} />,
  },
};
