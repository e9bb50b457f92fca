import type { Locale } from '@inlay/charts/format/locale';
import { type ChartsMessages, loadChartsMessages } from '@inlay/messages/charts';
import { messages as english } from '@inlay/messages/charts/en';
import { useEffect, useState } from 'preact/hooks';
import { adminLocale } from '../messages.ts';

/** Charts in the language of the app. Their own texts are in English until those of the language have loaded. */
export function useChartLocale(timeZone: string): Locale {
  const language = adminLocale();
  const [words, setWords] = useState<ChartsMessages>(english);
  useEffect(() => {
    let isCurrent = true;
    loadChartsMessages(language).then(
      (found) => isCurrent && setWords(found),
      () => {
        // Without a connection, English stays.
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return { language, timeZone, words };
}
