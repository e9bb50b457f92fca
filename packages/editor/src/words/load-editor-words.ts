import { inLanguage } from '@inlay/protocol/language';
import type { EditorWords } from './editor-words.ts';

const languages = {
  ar: async () => (await import('./arabic.ts')).arabic,
  de: async () => (await import('./german.ts')).german,
  en: async () => (await import('./english.ts')).english,
  es: async () => (await import('./spanish.ts')).spanish,
  fr: async () => (await import('./french.ts')).french,
  it: async () => (await import('./italian.ts')).italian,
  ja: async () => (await import('./japanese.ts')).japanese,
  nl: async () => (await import('./dutch.ts')).dutch,
  pt: async () => (await import('./portuguese.ts')).portuguese,
};

/** The one language that is needed. */
export const loadEditorWords = (tag: string): Promise<EditorWords> =>
  inLanguage<() => Promise<EditorWords>>(languages, tag)();
