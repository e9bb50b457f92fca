import '../src/kit.css';
import { ConfirmDialog } from '../src/overlays/confirm-dialog.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

const refuse = async () => {
  throw new Error('The app is used by 3 embeds. Delete them first.');
};

export const gallery: GalleryEntry = {
  title: 'ConfirmDialog',
  states: {
    'fails if it is confirmed': () => (
      <ConfirmDialog title="Delete the app Sales?" action="Delete" onConfirm={refuse} onClose={() => {}}>
        Its tiles, stories and dashboards are deleted too.
      </ConfirmDialog>
    ),
  },
};
