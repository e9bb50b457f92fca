import { readLanguage, readsRightToLeft } from '@inlay/protocol/language';
import { FrameError } from '../frame-error.ts';
import type { FrameWords } from '../words/frame-words.ts';
import { loadWords } from '../words/load-words.ts';

/** The viewer's language, which the host may change. */
export interface Speech {
  words(): FrameWords;
  lang(): string;
  /** Rejects with `VALUE_INVALID` if it is not a BCP 47 tag. */
  change(lang: string): Promise<void>;
}

export async function createSpeech(rendered: string): Promise<Speech> {
  let lang = rendered;
  let words = await loadWords(lang);
  return {
    words: () => words,
    lang: () => lang,
    change: async (next) => {
      if (!readLanguage(next))
        throw new FrameError('VALUE_INVALID', '`lang` must be a language tag such as en or pt-BR.');
      words = await loadWords(next);
      lang = next;
      document.documentElement.lang = next;
      document.documentElement.dir = readsRightToLeft(next) ? 'rtl' : 'ltr';
    },
  };
}
