import '../src/style/admin.css';
import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { Badge } from '../src/parts/badge.tsx';
import { Empty } from '../src/parts/empty.tsx';
import { Notice } from '../src/parts/notice.tsx';
import { Skeleton } from '../src/parts/skeleton.tsx';

const tones = ['good', 'warning', 'bad', 'neutral'] as const;

export const gallery: GalleryEntry = {
  title: 'Badges, notices and empty lists',
  states: {
    badges: () => (
      <p>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </p>
    ),
    ...Object.fromEntries(
      tones.map((tone) => [
        `notice: ${tone}`,
        () => (
          <Notice tone={tone} title="Connection tested">
            The database responded in 12 ms.
          </Notice>
        ),
      ]),
    ),
    empty: () => (
      <Empty title="No apps yet">
        <p>Create the first one.</p>
      </Empty>
    ),
    loading: () => <Skeleton lines={4} />,
    'loading a table': () => <Skeleton lines={4} rows />,
  },
};
