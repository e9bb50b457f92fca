import type { FrameWords } from '../words/frame-words.ts';
import { loadWords } from '../words/load-words.ts';

/** The viewer's language, which the host may change. */
export interface Speech {
  words(): FrameWords;
  lang(): string;
  change(lang: string): Promise<void>;
}

const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)\b/;

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
      document.documentElement.dir = RIGHT_TO_LEFT.test(next) ? 'rtl' : 'ltr';
    },
  };
}
