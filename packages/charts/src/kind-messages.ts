import { inLanguage } from '@inlay/protocol/language';
import type { ChartTraits, KindMessages } from './chart-traits.ts';

/** What a kind is called in a language. */
export const kindMessages = ({ messages }: ChartTraits, language: string): KindMessages =>
  inLanguage<KindMessages>(messages, language);
