import { readsRightToLeft } from '@inlay/protocol/language';
import type { FrameWords } from '../words/frame-words.ts';
import { loadWords } from '../words/load-words.ts';

/** The viewer's language, which the host may change. */
export interface Speech {
  words(): FrameWords;
  lang(): string;
  change(lang: string): Promise<void>;
}

export async function createSpeech(painted: string): Promise<Speech> {
  let lang = painted;
  let words = await loadWords(lang);
  return {
    words: () => words,
    lang: () => lang,
    change: async (next) => {
      words = await loadWords(next);
      lang = next;
      document.documentElement.lang = next;
      document.documentElement.dir = readsRightToLeft(next) ? 'rtl' : 'ltr';
    },
  };
}
