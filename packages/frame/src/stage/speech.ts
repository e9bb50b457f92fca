import type { Locale } from '@inlay/charts/format/locale';
import type { OpenPageState } from '@inlay/protocol/page-state';
import type { FrameWords } from '../words/frame-words.ts';
import { languageOf } from '../words/load-words.ts';

/** The viewer's language, which the host may change. */
export interface Speech {
  words(): FrameWords;
  lang(): string;
  /** With the words of charts, which are needed once something is drawn. */
  locale(): Promise<Locale>;
  change(lang: string): Promise<void>;
}

const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)\b/;

export async function createSpeech(page: OpenPageState): Promise<Speech> {
  let lang = page.lang;
  let words = await languageOf(lang).frame();
  const { timeZone, currency, fiscalYearStart } = page;
  return {
    words: () => words,
    lang: () => lang,
    locale: async () => ({
      language: lang,
      words: await languageOf(lang).charts(),
      ...(timeZone !== undefined && { timeZone }),
      ...(currency !== undefined && { currency }),
      ...(fiscalYearStart !== undefined && { fiscalYearStart }),
    }),
    change: async (next) => {
      words = await languageOf(next).frame();
      lang = next;
      document.documentElement.lang = next;
      document.documentElement.dir = RIGHT_TO_LEFT.test(next) ? 'rtl' : 'ltr';
    },
  };
}
