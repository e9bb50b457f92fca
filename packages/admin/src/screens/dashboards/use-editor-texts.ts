import { type EditorTexts, loadEditorTexts } from '@inlay/editor/editor-texts';
import { english } from '@inlay/editor/english';
import { useEffect, useState } from 'preact/hooks';
import { adminLocale } from '../../messages.ts';

/** The texts of the editor's parts in the language of the admin app; in English until they are loaded. */
export function useEditorTexts(): EditorTexts {
  const [texts, setTexts] = useState(english);
  const locale = adminLocale();
  useEffect(() => {
    loadEditorTexts(locale).then(setTexts, console.error);
  }, [locale]);
  return texts;
}
