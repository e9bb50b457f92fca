import type { PageMessages } from '@inlay/messages/page';
import { pageMessages as byLanguage } from '@inlay/messages/page/all';
import type { FrameErrorCode } from '@inlay/protocol/frame-messages';
import { inLanguage, matchLanguage } from '@inlay/protocol/language';

/** The text of a page around its content, in one language. */
export type Messages = PageMessages;

/** What happened, and what the viewer can do. */
type Message = PageMessages['failed'];

const languages = Object.keys(byLanguage);

export const pageMessages = (language: string): Messages => inLanguage(byLanguage, language);

export const isSupportedLanguage = (language: string): boolean =>
  matchLanguage(language, languages) !== undefined;

/** The message for the viewer; the code and its sentence are for the developer. */
export function messageFor(messages: Messages, code: FrameErrorCode): Message {
  switch (code) {
    case 'EMBED_NOT_FOUND':
      return messages.notFound;
    case 'TOKEN_MISSING':
    case 'TOKEN_INVALID':
    case 'TOKEN_EXPIRED':
    case 'NO_TOKEN':
      return messages.signIn;
    case 'ACCESS_DENIED':
      return messages.denied;
    case 'ORIGIN_REFUSED':
      return messages.refused;
    case 'QUOTA_REACHED':
      return messages.quota;
    case 'ENGINE_UNAVAILABLE':
      return messages.engine;
    default:
      return messages.failed;
  }
}
