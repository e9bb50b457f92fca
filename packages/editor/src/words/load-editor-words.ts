import type { EditorWords } from './editor-words.ts';

const languages: Readonly<Record<string, () => Promise<EditorWords>>> = {
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

/** The one language that is needed; English where it is not spoken here yet. */
export async function loadEditorWords(tag: string): Promise<EditorWords> {
  const load = languages[tag.split('-')[0] ?? ''] ?? languages.en;
  return (load as NonNullable<typeof load>)();
}
