import type { StoryContent } from '@inlay/content/story';
import { isFinished } from '@inlay/editor/model/rule-group';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Button } from '@inlay/ui/button';
import { Notice } from '@inlay/ui/notice';
import { Skeleton } from '@inlay/ui/skeleton';
import { showToast } from '@inlay/ui/toast';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { canonical } from '../../api/canonical.ts';
import { contentOf, type ShownStory } from '../../api/content.ts';
import { Screen } from '../../parts/screen.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { useTask } from '../../parts/use-task.ts';
import { navigate } from '../../router.ts';
import { addressOf, NEW } from '../content/address-of.ts';
import { ContentBar } from '../content/content-bar.tsx';
import { SeenAs, usePreviewAs } from '../content/preview-as.tsx';
import { useContent } from '../content/use-content.ts';
import { StoryEditor } from './story-editor.tsx';
import { finishStory, storyProblem } from './story-work.ts';

export function StoryScreen({ id }: { readonly id: string }): VNode {
  const { appId, itemId } = addressOf(id);
  if (itemId === NEW) return <NewStory key={appId} appId={appId} />;
  return <EditStory key={itemId} appId={appId} id={itemId} />;
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
      const made = await ask<ShownStory>('POST', 'stories', { appId, ...finishStory(story) });
      showToast('The story is saved as a draft.');
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
          <Button
            variant="primary"
            busy={busy}
            disabled={blocked !== undefined}
            onClick={() => void create()}
          >
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
  const work = useContent<ShownStory>('stories', id);
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
