import type { FrameErrorCode } from '@inlay/protocol/frame-messages';
import { baseLanguage, inLanguage } from '@inlay/protocol/language';
import { arabic } from './arabic.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { japanese } from './japanese.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';
import type { Message, PageWords } from './words.ts';

const languages = {
  ar: arabic,
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  ja: japanese,
  nl: dutch,
  pt: portuguese,
} satisfies Readonly<Record<string, PageWords>>;

export const PAGE_LANGUAGES: readonly string[] = Object.keys(languages);

export function pageWords(language: string): PageWords {
  return inLanguage<PageWords>(languages, language);
}

export const speaks = (language: string): boolean => Object.hasOwn(languages, baseLanguage(language));

/** A viewer is told what they can do; the code and its sentence are for the developer. */
export function messageFor(words: PageWords, code: FrameErrorCode): Message {
  switch (code) {
    case 'EMBED_NOT_FOUND':
      return words.notFound;
    case 'TOKEN_MISSING':
    case 'TOKEN_INVALID':
    case 'TOKEN_EXPIRED':
    case 'NO_TOKEN':
      return words.signIn;
    case 'ACCESS_DENIED':
      return words.denied;
    case 'ORIGIN_REFUSED':
      return words.refused;
    case 'ENGINE_UNAVAILABLE':
      return words.engine;
    default:
      return words.failed;
  }
}
