import '../src/kit.css';
import { Badge } from '../src/badge.tsx';
import { Button } from '../src/button.tsx';
import { VersionsDialog } from '../src/versions-dialog.tsx';
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
