import { type FrameMessages, loadFrameMessages } from '@inlay/messages/frame';
import { loadUiMessages, type UiMessages } from '@inlay/messages/ui';

/** The frame's messages, with the names of periods. */
export interface FrameTexts extends FrameMessages {
  readonly presets: UiMessages['periods'];
}

/** Loads the messages of one language. */
export async function loadFrameTexts(tag: string): Promise<FrameTexts> {
  const [frame, { periods }] = await Promise.all([loadFrameMessages(tag), loadUiMessages(tag)]);
  return { ...frame, presets: periods };
}
