import '../src/kit.css';
import { Badge } from '../src/badge.tsx';
import { EmptyState } from '../src/empty-state.tsx';
import { Notice } from '../src/notice.tsx';
import { Skeleton } from '../src/skeleton.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

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
      <EmptyState title="No apps yet">
        <p>Create the first one.</p>
      </EmptyState>
    ),
    loading: () => <Skeleton lines={4} />,
    'loading a table': () => <Skeleton lines={4} rows />,
  },
};
