import '../src/kit.css';
import { AUTHOR_ICONS } from '../src/author-icons.ts';
import { Icon, type IconName } from '../src/controls/icon.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

const names = Object.keys(AUTHOR_ICONS) as IconName[];

export const gallery: GalleryEntry = {
  title: 'Icons',
  states: Object.fromEntries(names.map((name) => [name, () => <Icon name={name} />])),
};
