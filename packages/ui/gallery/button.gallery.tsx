import '../src/kit.css';
import { Button } from '../src/button.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

export const gallery: GalleryEntry = {
  title: 'Button',
  states: {
    main: () => <Button variant="primary">Publish</Button>,
    plain: () => <Button>Cancel</Button>,
    danger: () => <Button variant="danger">Delete</Button>,
    quiet: () => <Button variant="ghost">Reload</Button>,
    busy: () => (
      <Button variant="primary" busy>
        Save
      </Button>
    ),
    disabled: () => <Button disabled>Next</Button>,
    wide: () => (
      <Button variant="primary" wide>
        Sign in
      </Button>
    ),
  },
};
