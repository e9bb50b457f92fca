import type { StoryContent } from '@inlay/content/story';
import type { ContentMessages } from '@inlay/messages/content';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { isFinished } from '@inlay/ui/conditions/rule-group';
import { Button } from '@inlay/ui/controls/button';
import { useUnsaved } from '@inlay/ui/form/use-unsaved';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { useTask } from '../../parts/form/use-task.ts';
import { Screen } from '../../parts/page/screen.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { navigate } from '../../router.ts';
import { ContentBar } from '../content/content-bar.tsx';
import { DraftTilesNotice } from '../content/draft-tiles-notice.tsx';
import { PreviewAsBar, usePreviewAs } from '../content/preview-as.tsx';
import { ProblemNotice } from '../content/problem-notice.tsx';
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

const listOf = (appId: string) => `/apps/${encodeURIComponent(appId)}?tab=stories`;

function NewStory({ appId }: { readonly appId: string }): VNode {
  const messages = useMessages('content');
  const t = messages.stories;
  const [story, setStory] = useState(EMPTY);
  const as = usePreviewAs(appId);
  const { busy, error, run } = useTask();
  const blocked = blockedBy(story, messages);
  useUnsaved(story !== EMPTY);
  const create = () =>
    run(async () => {
      const made = await api.post('/stories', { body: { appId, ...finishStory(story) } });
      showToast(t.created);
      navigate(`/apps/${appId}/stories/${made.id}`, { replace: true, unasked: true });
    });
  return (
    <Screen
      wide
      title={story.title || t.newStory}
      back={{ to: listOf(appId), title: t.all }}
      actions={
        <>
          {blocked && story !== EMPTY && <span class="ui-muted ui-small">{blocked}</span>}
          <Button
            variant="primary"
            busy={busy}
            disabled={blocked !== undefined}
            onClick={() => void create()}
          >
            {t.create}
          </Button>
        </>
      }
    >
      {error && <Notice tone="bad">{error.message}</Notice>}
      <PreviewAsBar
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
  const messages = useMessages('content');
  const t = messages.stories;
  const work = useContent('stories', id, finishStory);
  const as = usePreviewAs(appId);
  const { shown, content: story, error, reload } = work;
  const blocked = work.isDirty && story ? blockedBy(story, messages) : undefined;
  return (
    <Screen
      wide
      title={titleOutline(story?.title || shown?.title || t.story)}
      back={{ to: listOf(appId), title: t.all }}
      intro={shown?.comment && t.lastComment({ comment: shown.comment })}
      actions={<ContentBar plural="stories" one="story" work={work} blocked={blocked} />}
    >
      {error && <Trouble error={error} onRetry={reload} />}
      <ProblemNotice problem={work.problem} />
      {!shown && !error && <Skeleton lines={8} />}
      {shown && shown.state !== 'archived' && (
        <DraftTilesNotice
          plural="stories"
          id={id}
          appId={appId}
          isPublished={shown.state === 'published' && !work.isDirty}
        />
      )}
      {work.first && (
        <>
          <PreviewAsBar
            appId={appId}
            as={as}
            kind="story"
            content={blocked === undefined ? story : undefined}
          />
          <StoryEditor key={work.generation} appId={appId} as={as} first={work.first} onChange={work.edit} />
        </>
      )}
      {as.dialog}
    </Screen>
  );
}

function blockedBy(story: StoryContent, messages: ContentMessages): string | undefined {
  const t = messages.stories.problems;
  if (!isFinished(story.visibility)) return t.storyVisibility;
  const incomplete = story.steps.findIndex(({ visibility }) => !isFinished(visibility));
  return incomplete >= 0 ? t.stepVisibility({ number: incomplete + 1 }) : storyProblem(story, messages);
}
