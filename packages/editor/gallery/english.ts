import { messages as charts } from '@inlay/messages/charts/en';
import { messages as editor } from '@inlay/messages/editor/en';
import { messages as ui } from '@inlay/messages/ui/en';
import type { EditorTexts } from '../src/editor-texts.ts';

export const english: EditorTexts = {
  ...editor,
  kinds: charts.kinds,
  periods: ui.periods,
  tag: 'en',
};
