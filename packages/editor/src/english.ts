import { messages as charts } from '@inlay/messages/charts/en';
import { messages as editor } from '@inlay/messages/editor/en';
import { messages as ui } from '@inlay/messages/ui/en';
import type { EditorTexts } from './editor-texts.ts';

/** For pages that are in English only. */
export const english: EditorTexts = { ...editor, charts, periods: ui.periods };
