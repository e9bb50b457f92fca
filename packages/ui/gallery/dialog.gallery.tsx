import '../src/kit.css';
import { Button } from '../src/controls/button.tsx';
import { TextField } from '../src/controls/text-field.tsx';
import { Dialog } from '../src/overlays/dialog.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

const ignore = () => {};

export const gallery: GalleryEntry = {
  title: 'Dialog',
  states: {
    'with a form, from the side': () => (
      <Dialog title="Create a group" side onClose={ignore}>
        <TextField label="Name" value="" onChange={ignore} />
        <TextField label="Id" hint="Part of the URL." value="" onChange={ignore} />
      </Dialog>
    ),
    'that has to be answered': () => (
      <Dialog
        title="Your session has ended"
        actions={
          <>
            <Button>Sign out</Button>
            <Button variant="primary">Sign in again</Button>
          </>
        }
      >
        <p>Sign in again to go on where you were.</p>
      </Dialog>
    ),
  },
};
