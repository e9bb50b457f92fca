import type { EditorTexts } from '@inlay/editor/editor-texts';
import { useMessages } from '../messages.ts';

/** The messages of the tile editor in the language of the admin app. */
export const editorTexts = (): EditorTexts => ({
  ...useMessages('editor'),
  charts: useMessages('charts'),
  periods: useMessages('ui').periods,
});
