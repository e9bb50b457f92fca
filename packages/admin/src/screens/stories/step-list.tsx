import type { StoryContent, StoryStep } from '@inlay/content/story';
import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { addStep, moveStep, removeStep } from './story-work.ts';

interface StepListProps {
  readonly story: StoryContent;
  readonly chosen: string | undefined;
  /** The title of a step, with its current values. */
  readonly titleOf: (step: StoryStep) => string;
  readonly onChoose: (id: string) => void;
  readonly onChange: (story: StoryContent) => void;
}

const TYPE = 'application/x-inlay-step';

/** The steps in their order: dragged, or moved with Alt and the arrow keys. */
export function StepList({ story, chosen, titleOf, onChoose, onChange }: StepListProps): VNode {
  const t = useMessages('content').stories.steps;
  const [announced, setAnnounced] = useState('');
  const [over, setOver] = useState<string>();
  const move = (id: string, to: number) => {
    if (to < 0 || to >= story.steps.length) return;
    onChange(moveStep(story, id, to));
    setAnnounced(t.moved({ position: to + 1, count: story.steps.length }));
  };
  const add = (first?: Parameters<typeof addStep>[1]) => {
    const added = addStep(story, first);
    onChange(added.story);
    onChoose(added.id);
  };
  return (
    <div class="ui-stack-tight">
      <span class="ui-field-label" aria-hidden="true">
        {t.title}
      </span>
      <ol class="step-list" aria-label={t.title}>
        {story.steps.map((step, index) => {
          const { id } = step;
          return (
            <li
              key={id}
              class={over === id ? 'step-row step-over' : 'step-row'}
              onDragOver={(event) => {
                if (!event.dataTransfer?.types.includes(TYPE)) return;
                event.preventDefault();
                setOver(id);
              }}
              onDragLeave={() => setOver(undefined)}
              onDrop={(event) => {
                event.preventDefault();
                setOver(undefined);
                const moved = event.dataTransfer?.getData(TYPE);
                if (moved && moved !== id) move(moved, index);
              }}
            >
              <button
                type="button"
                class="step-name"
                draggable
                aria-current={id === chosen ? 'step' : undefined}
                title={t.moveHint}
                onDragStart={(event) => event.dataTransfer?.setData(TYPE, id)}
                onClick={() => onChoose(id)}
                onKeyDown={(event) => {
                  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
                  if (by === undefined || !event.altKey) return;
                  event.preventDefault();
                  move(id, index + by);
                }}
              >
                <span class="step-number">{index + 1}</span>
                <span>{titleOf(step) || t.untitled}</span>
              </button>
              <IconButton
                icon="close"
                label={t.remove({ number: index + 1 })}
                onClick={() => onChange(removeStep(story, id))}
              />
            </li>
          );
        })}
      </ol>
      <div class="ui-row">
        <Button onClick={() => add()}>{t.add}</Button>
        {!story.steps.some(({ summary }) => summary) && (
          <Button variant="ghost" onClick={() => add({ title: t.summary, summary: true })}>
            {t.addSummary}
          </Button>
        )}
      </div>
      <span class="ui-visually-hidden" role="status">
        {announced}
      </span>
    </div>
  );
}
