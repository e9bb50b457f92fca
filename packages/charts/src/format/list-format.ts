import { remember } from '@inlay/protocol/remember';

/** Joins texts as in a sentence: `Revenue, Orders and Profit`. */
export const listFormat = remember(50, (language: string) => new Intl.ListFormat(language));
