import { readLanguage, readsRightToLeft } from '@inlay/protocol/language';
import { FrameError } from '../frame-error.ts';
import type { FrameTexts } from '../frame-texts.ts';
import { loadFrameTexts } from '../frame-texts.ts';

/** The viewer's language, which the host may change. */
export interface PageLocale {
  messages(): FrameTexts;
  lang(): string;
  /** Rejects with `VALUE_INVALID` if it is not a BCP 47 tag. */
  change(lang: string): Promise<void>;
}

export async function createPageLocale(rendered: string): Promise<PageLocale> {
  let lang = rendered;
  let messages = await loadFrameTexts(lang);
  return {
    messages: () => messages,
    lang: () => lang,
    change: async (next) => {
      if (!readLanguage(next))
        throw new FrameError('VALUE_INVALID', '`lang` must be a language tag such as en or pt-BR.');
      messages = await loadFrameTexts(next);
      lang = next;
      document.documentElement.lang = next;
      document.documentElement.dir = readsRightToLeft(next) ? 'rtl' : 'ltr';
    },
  };
}
