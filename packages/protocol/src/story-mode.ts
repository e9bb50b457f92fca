import type { StoryMode } from './frame-messages.ts';

export const STORY_MODES = ['slides', 'scroll', 'auto'] as const satisfies readonly StoryMode[];

/** The width from which text and chart are beside one another; the same as in the frame's `page.css`. */
export const BESIDE_WIDTH = 720;

export const isScrolled = (mode: StoryMode | undefined, width: number): boolean =>
  mode === 'scroll' || (mode === 'auto' && width >= BESIDE_WIDTH);
