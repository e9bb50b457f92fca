import type { StoryContent } from '@inlay/content/story';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { asApiError } from '../../api/api-error.ts';
import type { Schemas } from '../../api/operations.ts';
import { formatLocale, useMessages } from '../../messages.ts';
import { finishStory } from './story-work.ts';

export type CheckedViewer = Schemas['CheckedTexts'];

interface ChosenViewer {
  readonly key: number;
  readonly name: string;
  readonly context: Schemas['UserContext'];
  readonly checked?: CheckedViewer;
}

interface TextCheck {
  readonly viewers: readonly ChosenViewer[];
  readonly add: (context: Schemas['UserContext']) => void;
  readonly remove: (key: number) => void;
  readonly check: () => void;
  readonly isChecking: boolean;
  /** Whether the story or the viewers changed since. */
  readonly isStale: boolean;
  readonly failure: string | undefined;
}

/** The viewers chosen in each app, in memory only, because a context may contain secrets. */
const chosen = new Map<string, readonly ChosenViewer[]>();

/** Checks the texts of a story for chosen viewers, when asked to: every check is in the audit log. */
export function useTextCheck(appId: string, story: StoryContent): TextCheck {
  const t = useMessages('content').stories.viewers;
  const [viewers, setViewers] = useState(chosen.get(appId) ?? []);
  const [of, setOf] = useState<StoryContent>();
  const [isChecking, setChecking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const put = (next: readonly ChosenViewer[]) => {
    chosen.set(
      appId,
      next.map(({ checked: _, ...viewer }) => viewer),
    );
    setViewers(next);
  };
  const check = async () => {
    setChecking(true);
    setFailure(undefined);
    try {
      const { viewers: found } = await api.post('/stories/check-texts', {
        body: {
          appId,
          content: finishStory(story),
          contexts: viewers.map(({ context }) => context),
          lang: formatLocale(),
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      });
      put(
        viewers.map((viewer, index) => {
          const checked = found[index];
          return checked ? { ...viewer, checked } : viewer;
        }),
      );
      setOf(story);
    } catch (error) {
      setFailure(asApiError(error).message);
    } finally {
      setChecking(false);
    }
  };
  return {
    viewers,
    add: (context) => {
      const key = Math.max(0, ...viewers.map((viewer) => viewer.key)) + 1;
      put([...viewers, { key, context, name: nameOf(context) || t.unnamed({ number: key }) }]);
    },
    remove: (key) => put(viewers.filter((viewer) => viewer.key !== key)),
    check,
    isChecking,
    isStale: of !== story || viewers.some(({ checked }) => !checked),
    failure,
  };
}

/** What tells viewers apart: their name, or their attributes. */
function nameOf({ username, attributes }: Schemas['UserContext']): string {
  if (typeof username === 'string' && username !== '') return username;
  return Object.entries(typeof attributes === 'object' && attributes !== null ? attributes : {})
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(', ');
}
