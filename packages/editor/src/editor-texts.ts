import { type ChartOptionsMessages, loadChartOptionsMessages } from '@inlay/messages/chartOptions';
import { type EditorMessages, loadEditorMessages } from '@inlay/messages/editor';
import { loadUiMessages, type UiMessages } from '@inlay/messages/ui';

/** The editor's messages, with those of periods and charts that it shows. */
export interface EditorTexts extends EditorMessages {
  readonly periods: UiMessages['periods'];
  readonly charts: ChartOptionsMessages;
}

/** Loads the messages of one language. */
export async function loadEditorTexts(tag: string): Promise<EditorTexts> {
  const [editor, charts, { periods }] = await Promise.all([
    loadEditorMessages(tag),
    loadChartOptionsMessages(tag),
    loadUiMessages(tag),
  ]);
  return { ...editor, charts, periods };
}
