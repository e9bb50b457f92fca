import type { StoryMode as Mode } from '@inlay/protocol/frame-messages';
import { STORY_MODES } from '@inlay/protocol/story-mode';
import { Select } from '@inlay/ui/controls/select';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';

interface StoryModeProps {
  readonly mode: Mode | undefined;
  readonly onChange: (mode: Mode | undefined) => void;
}

/** How viewers move through the story. */
export function StoryMode({ mode = 'slides', onChange }: StoryModeProps): VNode {
  const t = useMessages('content').stories.editor;
  return (
    <Select
      label={t.mode}
      hint={t.modeHints[mode]}
      value={mode}
      options={STORY_MODES.map((value) => ({ value, label: t.modes[value] }))}
      onChange={(next) => onChange(next === 'slides' ? undefined : next)}
    />
  );
}
