import { type ChartKindsMessages, loadChartKindsMessages } from '@inlay/messages/chartKinds';
import { type EditorMessages, loadEditorMessages } from '@inlay/messages/editor';
import { loadUiMessages, type UiMessages } from '@inlay/messages/ui';

/** The editor's messages, with those of periods and kinds of charts. */
export interface EditorTexts extends EditorMessages {
  readonly periods: UiMessages['periods'];
  readonly kinds: ChartKindsMessages;
  /** The language, for messages that are loaded later. */
  readonly tag: string;
}

/** Loads the messages of one language. */
export async function loadEditorTexts(tag: string): Promise<EditorTexts> {
  const [editor, kinds, { periods }] = await Promise.all([
    loadEditorMessages(tag),
    loadChartKindsMessages(tag),
    loadUiMessages(tag),
  ]);
  return { ...editor, kinds, periods, tag };
}
