import type { ExplanationMessages } from '@inlay/messages/explanation';
import { explanationMessages } from '@inlay/messages/explanation/all';

/**
 * Why something is hidden or refused. Rules run on every request and explanations are rare, so the sentence is written
 * where it is shown, in the reader's language (ADR 328).
 */
export type Reason = (t: ExplanationMessages) => string;

/** For errors of the API, which are in English. */
export const inEnglish = (reason: Reason): string => reason(explanationMessages.en);
