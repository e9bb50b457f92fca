import '../src/kit.css';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Badge } from '../src/layout/badge.tsx';
import { EmptyState } from '../src/layout/empty-state.tsx';
import { Notice } from '../src/layout/notice.tsx';
import { SaveBar } from '../src/layout/save-bar.tsx';
import { Skeleton } from '../src/layout/skeleton.tsx';
import { showToast, Toasts } from '../src/overlays/toast.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

const tones = ['good', 'warning', 'bad', 'neutral'] as const;
const ignore = () => {};

function BothToasts(): VNode {
  useEffect(() => {
    showToast('Saved.');
    showToast('The server could not be reached.', 'bad');
  }, []);
  return <Toasts />;
}

export const gallery: GalleryEntry = {
  title: 'Badge, Notice, EmptyState, Skeleton, SaveBar, Toasts',
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
    'not saved': () => <SaveBar busy={false} onSave={ignore} onDiscard={ignore} />,
    toasts: () => <BothToasts />,
  },
};
