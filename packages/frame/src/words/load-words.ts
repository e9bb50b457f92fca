import type { Words } from '@inlay/charts/words/words';
import type { FrameWords } from './frame-words.ts';

interface Language {
  /** What the frame says. */
  readonly frame: () => Promise<FrameWords>;
  /** What charts say. */
  readonly charts: () => Promise<Words>;
}

const english: Language = {
  frame: async () => (await import('./english.ts')).words,
  charts: async () => (await import('@inlay/charts/words/english')).english,
};

const languages: Readonly<Record<string, Language>> = {
  en: english,
  fr: {
    frame: async () => (await import('./french.ts')).words,
    charts: async () => (await import('@inlay/charts/words/french')).french,
  },
  de: {
    frame: async () => (await import('./german.ts')).words,
    charts: async () => (await import('@inlay/charts/words/german')).german,
  },
  es: {
    frame: async () => (await import('./spanish.ts')).words,
    charts: async () => (await import('@inlay/charts/words/spanish')).spanish,
  },
  pt: {
    frame: async () => (await import('./portuguese.ts')).words,
    charts: async () => (await import('@inlay/charts/words/portuguese')).portuguese,
  },
  it: {
    frame: async () => (await import('./italian.ts')).words,
    charts: async () => (await import('@inlay/charts/words/italian')).italian,
  },
  nl: {
    frame: async () => (await import('./dutch.ts')).words,
    charts: async () => (await import('@inlay/charts/words/dutch')).dutch,
  },
  ja: {
    frame: async () => (await import('./japanese.ts')).words,
    charts: async () => (await import('@inlay/charts/words/japanese')).japanese,
  },
  ar: {
    frame: async () => (await import('./arabic.ts')).words,
    charts: async () => (await import('@inlay/charts/words/arabic')).arabic,
  },
};

/** The one language that is needed; English where it is not spoken here yet. */
export const languageOf = (tag: string): Language => languages[tag.split('-')[0] ?? ''] ?? english;
