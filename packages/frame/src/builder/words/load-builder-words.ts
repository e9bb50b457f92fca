import type { EditorWords } from '@inlay/editor/words/editor-words';
import type { BuilderWords } from './builder-words.ts';

const languages: Readonly<Record<string, () => Promise<{ readonly words: BuilderWords }>>> = {
  en: () => import('./english.ts'),
  fr: () => import('./french.ts'),
  de: () => import('./german.ts'),
  es: () => import('./spanish.ts'),
  pt: () => import('./portuguese.ts'),
  it: () => import('./italian.ts'),
  nl: () => import('./dutch.ts'),
  ja: () => import('./japanese.ts'),
  ar: () => import('./arabic.ts'),
};

/** The one language that is needed; English where the builder does not speak it yet. */
export async function loadBuilderWords(tag: string): Promise<BuilderWords> {
  const load = languages[tag.split('-')[0] ?? ''] ?? languages.en;
  return (await (load as NonNullable<typeof load>)()).words;
}

export async function loadEditorWords(_tag: string): Promise<EditorWords> {
  return (await import('@inlay/editor/words/english')).english;
}
