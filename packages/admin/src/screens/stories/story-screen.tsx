import type { StoryContent } from '@inlay/content/story';
import { isFinished } from '@inlay/editor/model/rule-group';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { canonical } from '../../api/canonical.ts';
import { contentOf } from '../../api/content.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { say } from '../../parts/toasts.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { useTask } from '../../parts/use-task.ts';
import { useUnsaved } from '../../parts/use-unsaved.ts';
import { navigate } from '../../router.ts';
import { ContentBar } from '../content/content-bar.tsx';
import { SeenAs, usePreviewAs } from '../content/preview-as.tsx';
import { useContent } from '../content/use-content.ts';
import { StoryEditor } from './story-editor.tsx';
import { finishStory, storyProblem } from './story-work.ts';

export function NewStoryScreen({ app }: { readonly app: string }): VNode {
  return <NewStory key={app} appId={app} />;
}

export function StoryScreen({ app, id }: { readonly app: string; readonly id: string }): VNode {
  return <EditStory key={id} appId={app} id={id} />;
}

const EMPTY: StoryContent = { title: '', steps: [{ id: 'step-1', title: '' }] };

const backTo = (appId: string) => ({
  to: `/apps/${encodeURIComponent(appId)}?tab=stories`,
  title: 'All stories',
});

function NewStory({ appId }: { readonly appId: string }): VNode {
  const [story, setStory] = useState(EMPTY);
  const as = usePreviewAs(appId);
  const { busy, error, run } = useTask();
  const blocked = blockedBy(story);
  useUnsaved(story !== EMPTY);
  const create = () =>
    run(async () => {
      const made = await api.post('/stories', { body: { appId, ...finishStory(story) } });
      say('The story is saved as a draft.');
      navigate(`/apps/${appId}/stories/${made.id}`, { replace: true, unasked: true });
    });
  return (
    <Screen
      wide
      title={story.title || 'New story'}
      back={backTo(appId)}
      actions={
        <>
          {blocked && story !== EMPTY && <span class="muted small">{blocked}</span>}
          <Button kind="main" busy={busy} disabled={blocked !== undefined} onPress={() => void create()}>
            Create the story
          </Button>
        </>
      }
    >
      {error && <Notice tone="bad">{error.message}</Notice>}
      <SeenAs
        appId={appId}
        as={as}
        kind="story"
        content={blocked === undefined ? finishStory(story) : undefined}
      />
      <StoryEditor appId={appId} as={as} first={EMPTY} onChange={setStory} />
      {as.dialog}
    </Screen>
  );
}

function EditStory({ appId, id }: { readonly appId: string; readonly id: string }): VNode {
  const work = useContent('stories', id);
  const [edited, setEdited] = useState<StoryContent>();
  const as = usePreviewAs(appId);
  const { shown, error, reload, task } = work;
  const saved = shown && (contentOf(shown) as StoryContent);
  const isDirty =
    edited !== undefined &&
    saved !== undefined &&
    canonical(finishStory(edited)) !== canonical(finishStory(saved));
  useUnsaved(isDirty);
  useEffect(() => setEdited(undefined), [work.round]);
  const blocked = edited && blockedBy(edited);
  return (
    <Screen
      wide
      title={titleOutline(edited?.title || shown?.title || 'Story')}
      back={backTo(appId)}
      intro={shown?.comment && <>Said with the last change: “{shown.comment}”</>}
      actions={
        <ContentBar
          plural="stories"
          one="story"
          work={work}
          isDirty={isDirty}
          blocked={blocked}
          onSave={() => work.save(finishStory(edited ?? (saved as StoryContent)))}
        />
      }
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {task.error && <Notice tone="bad">{task.error.message}</Notice>}
      {!shown && !error && <Skeleton lines={8} />}
      {saved && (
        <>
          <SeenAs
            appId={appId}
            as={as}
            kind="story"
            content={blocked === undefined ? finishStory(edited ?? saved) : undefined}
          />
          <StoryEditor key={work.round} appId={appId} as={as} first={saved} onChange={setEdited} />
        </>
      )}
      {as.dialog}
    </Screen>
  );
}

function blockedBy(story: StoryContent): string | undefined {
  if (!isFinished(story.visibility)) return 'Finish the conditions of who sees the story.';
  const unfinished = story.steps.findIndex(({ visibility }) => !isFinished(visibility));
  if (unfinished >= 0) return `Finish the conditions of who sees step ${unfinished + 1}.`;
  return storyProblem(story);
}
