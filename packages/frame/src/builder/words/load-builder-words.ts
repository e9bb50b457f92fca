import { inLanguage } from '@inlay/protocol/language';
import type { BuilderWords } from './builder-words.ts';

const languages = {
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

/** The one language that is needed. */
export const loadBuilderWords = async (tag: string): Promise<BuilderWords> =>
  (await inLanguage<() => Promise<{ readonly words: BuilderWords }>>(languages, tag)()).words;
