import type { FrameWords } from './frame-words.ts';

const english = () => import('./english.ts');

const languages: Readonly<Record<string, () => Promise<{ readonly words: FrameWords }>>> = {
  en: english,
  fr: () => import('./french.ts'),
  de: () => import('./german.ts'),
  es: () => import('./spanish.ts'),
  pt: () => import('./portuguese.ts'),
  it: () => import('./italian.ts'),
  nl: () => import('./dutch.ts'),
  ja: () => import('./japanese.ts'),
  ar: () => import('./arabic.ts'),
};

/** The one language that is needed; English where it is not spoken here yet. */
export const loadWords = async (tag: string): Promise<FrameWords> =>
  (await (languages[tag.split('-')[0] ?? ''] ?? english)()).words;
