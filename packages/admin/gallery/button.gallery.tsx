import '../src/style/admin.css';
import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { Button } from '../src/parts/button.tsx';

export const gallery: GalleryEntry = {
  title: 'Button',
  states: {
    main: () => <Button kind="main">Publish</Button>,
    plain: () => <Button>Cancel</Button>,
    danger: () => <Button kind="danger">Delete</Button>,
    quiet: () => <Button kind="quiet">Reload</Button>,
    busy: () => (
      <Button kind="main" busy>
        Save
      </Button>
    ),
    disabled: () => <Button disabled>Next</Button>,
    wide: () => (
      <Button kind="main" wide>
        Sign in
      </Button>
    ),
  },
};
