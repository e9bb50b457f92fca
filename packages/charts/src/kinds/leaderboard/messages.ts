import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'ترتيب', name: 'ترتيب' },
  de: { label: 'Rangliste', name: 'Rangliste' },
  en: { label: 'Ranking', name: 'Ranking' },
  es: { label: 'Clasificación', name: 'Clasificación' },
  fr: { label: 'Classement', name: 'Classement' },
  it: { label: 'Classifica', name: 'Classifica' },
  ja: { label: 'ランキング', name: 'ランキング' },
  nl: { label: 'Ranglijst', name: 'Ranglijst' },
  pt: { label: 'Classificação', name: 'Ranking' },
};
