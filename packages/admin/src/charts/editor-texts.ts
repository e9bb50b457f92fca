import type { EditorTexts } from '@inlay/editor/editor-texts';
import { adminLocale, useMessages } from '../messages.ts';

/** The messages of the tile editor in the language of the admin app. */
export const editorTexts = (): EditorTexts => ({
  ...useMessages('editor'),
  kinds: useMessages('charts').kinds,
  periods: useMessages('ui').periods,
  tag: adminLocale(),
});
