import '../src/kit.css';
import { Button } from '../src/controls/button.tsx';
import { CancelButton } from '../src/controls/cancel-button.tsx';
import { CopyButton } from '../src/controls/copy-button.tsx';
import { IconButton } from '../src/controls/icon-button.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

const ignore = () => {};

export const gallery: GalleryEntry = {
  title: 'Button, IconButton, CancelButton, CopyButton',
  states: {
    primary: () => <Button variant="primary">Publish</Button>,
    secondary: () => <Button>Duplicate</Button>,
    danger: () => <Button variant="danger">Delete</Button>,
    ghost: () => <Button variant="ghost">Reload</Button>,
    busy: () => (
      <Button variant="primary" busy>
        Save
      </Button>
    ),
    disabled: () => <Button disabled>Next</Button>,
    'with an icon': () => <Button icon="add">New dashboard</Button>,
    'with an icon, pressed': () => (
      <Button icon="add" pressed>
        Add
      </Button>
    ),
    wide: () => (
      <Button variant="primary" wide>
        Sign in
      </Button>
    ),
    cancel: () => <CancelButton onClick={ignore} />,
    copy: () => <CopyButton text="acme" name="Client id" />,
    'copy, primary': () => <CopyButton text="acme" name="Secret" variant="primary" />,
    icon: () => <IconButton icon="close" label="Close" onClick={ignore} />,
    'icon, pressed': () => <IconButton icon="table" label="Show as table" pressed onClick={ignore} />,
    'icon, with a shortcut': () => <IconButton icon="redo" label="Redo" keys="Ctrl+Y" onClick={ignore} />,
    'icon, opens a menu': () => <IconButton icon="more" label="More" opens="menu" onClick={ignore} />,
    'icon, disabled': () => <IconButton icon="undo" label="Undo" disabled onClick={ignore} />,
  },
};
