import type { StoryContent } from '@inlay/content/story';
import type { ContentMessages } from '@inlay/messages/content';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { isFinished } from '@inlay/ui/conditions/rule-group';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { adoptStyles } from '../../parts/page/adopt-styles.ts';
import { ContentScreen } from '../content/content-screen.tsx';
import { NewContentScreen } from '../content/new-content-screen.tsx';
import { usePreviewAs } from '../content/preview-as.tsx';
import { useContentEditor } from '../content/use-content-editor.ts';
import css from './story.css?inline';
import { StoryEditor } from './story-editor.tsx';
import { finishStory, storyProblem } from './story-work.ts';

adoptStyles(css);

export function NewStoryScreen({ app }: { readonly app: string }): VNode {
  return <NewStory key={app} appId={app} />;
}

export function StoryScreen({ app, id }: { readonly app: string; readonly id: string }): VNode {
  return <EditStory key={id} appId={app} id={id} />;
}

const EMPTY: StoryContent = { title: '', steps: [{ id: 'step-1', title: '' }] };

function NewStory({ appId }: { readonly appId: string }): VNode {
  const messages = useMessages('content');
  const t = messages.stories;
  const [story, setStory] = useState(EMPTY);
  const as = usePreviewAs('story', appId);
  const blocked = blockedBy(story, messages);
  const isBegun = story !== EMPTY;
  return (
    <NewContentScreen
      as={as}
      title={story.title || t.newStory}
      texts={t}
      content={blocked === undefined ? finishStory(story) : undefined}
      hint={isBegun ? blocked : undefined}
      isBegun={isBegun}
      create={(content) => api.post('/stories', { body: { appId, ...content } })}
    >
      <StoryEditor appId={appId} as={as} first={EMPTY} onChange={setStory} />
    </NewContentScreen>
  );
}

function EditStory({ appId, id }: { readonly appId: string; readonly id: string }): VNode {
  const messages = useMessages('content');
  const t = messages.stories;
  const editor = useContentEditor('stories', {
    id,
    finish: finishStory,
    blockedBy: (story) => blockedBy(story, messages),
  });
  const as = usePreviewAs('story', appId);
  const { shown, content: story } = editor;
  return (
    <ContentScreen
      editor={editor}
      as={as}
      title={titleOutline(story?.title || shown?.title || t.story)}
      list={t.all}
      intro={shown?.comment && t.lastComment({ comment: shown.comment })}
    >
      {(first) => (
        <StoryEditor key={editor.generation} appId={appId} as={as} first={first} onChange={editor.edit} />
      )}
    </ContentScreen>
  );
}

function blockedBy(story: StoryContent, messages: ContentMessages): string | undefined {
  const t = messages.stories.problems;
  if (!isFinished(story.visibility)) return t.storyVisibility;
  const incomplete = story.steps.findIndex(({ visibility }) => !isFinished(visibility));
  return incomplete >= 0 ? t.stepVisibility({ number: incomplete + 1 }) : storyProblem(story, messages);
}
