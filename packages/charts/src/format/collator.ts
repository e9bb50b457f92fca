import { remember } from '@inlay/protocol/remember';

/** Compares texts as readers of a language sort them, numbers in them by size. */
export const collator = remember(20, (language: string) => new Intl.Collator(language, { numeric: true }));
