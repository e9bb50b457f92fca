import '../src/kit.css';
import { Button } from '../src/controls/button.tsx';
import { ConflictDialog } from '../src/overlays/conflict-dialog.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

export const gallery: GalleryEntry = {
  title: 'ConflictDialog',
  states: {
    'both changed the title': () => (
      <ConflictDialog
        title="Somebody else saved first"
        headings={{ both: 'Both changed', yours: 'Yours', theirs: 'ada@example.com' }}
        clashes={[
          { key: 'title', place: 'Title', yours: 'Revenue', theirs: 'Net revenue' },
          {
            key: 'sales',
            place: 'Sales by region',
            yours: 'Sales by region (1, 1; 6 × 4)',
            theirs: 'Sales by region (7, 1; 6 × 8)',
          },
        ]}
        rest={<p>Only ada@example.com changed the description.</p>}
        actions={
          <>
            <Button>Discard my changes</Button>
            <Button variant="primary">Overwrite</Button>
          </>
        }
        onClose={() => {}}
      >
        <p>ada@example.com changed this 2 minutes ago.</p>
      </ConflictDialog>
    ),
  },
};
