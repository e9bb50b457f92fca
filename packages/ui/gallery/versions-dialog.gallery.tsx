import '../src/kit.css';
import { Button } from '../src/controls/button.tsx';
import { Badge } from '../src/layout/badge.tsx';
import { VersionsDialog } from '../src/overlays/versions-dialog.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

const ignore = () => {};

export const gallery: GalleryEntry = {
  title: 'VersionsDialog',
  states: {
    'two versions': () => (
      <VersionsDialog
        title="Versions"
        onClose={ignore}
        versions={[
          {
            key: 2,
            title: 'Version 2',
            details: 'ada@example.com, yesterday',
            comment: 'Adds the forecast.',
            badges: <Badge tone="good">Published</Badge>,
            children: (
              <div>
                <Button variant="ghost">Restore</Button>
              </div>
            ),
          },
          { key: 1, title: 'Version 1', details: 'grace@example.com, last week', onSelect: ignore },
        ]}
      >
        <p>Select a version to see the dashboard as it was.</p>
      </VersionsDialog>
    ),
  },
};
