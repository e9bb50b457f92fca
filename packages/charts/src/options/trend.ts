import type { ChoiceOption } from './chart-option.ts';
import { scale } from './scale.ts';

/** A line that shows the course of each series without its ups and downs. */
export const trend = {
  type: 'choice',
  default: 'none',
  description: 'Least squares, or the mean of the last 7 values (of fewer than 14: 3).',
  when: ({ ordered }) => ordered > 0,
  label: {
    ar: 'خط الاتجاه',
    de: 'Trendlinie',
    en: 'Trend line',
    es: 'Línea de tendencia',
    fr: 'Courbe de tendance',
    it: 'Linea di tendenza',
    ja: 'トレンドライン',
    nl: 'Trendlijn',
    pt: 'Linha de tendência',
  },
  choices: {
    none: {
      ar: 'بلا',
      de: 'Keine',
      en: 'None',
      es: 'Ninguna',
      fr: 'Aucune',
      it: 'Nessuna',
      ja: 'なし',
      nl: 'Geen',
      pt: 'Nenhuma',
    },
    linear: scale.choices.linear,
    'moving-average': {
      ar: 'متوسط متحرك',
      de: 'Gleitender Durchschnitt',
      en: 'Moving average',
      es: 'Media móvil',
      fr: 'Moyenne mobile',
      it: 'Media mobile',
      ja: '移動平均',
      nl: 'Voortschrijdend gemiddelde',
      pt: 'Média móvel',
    },
  },
} satisfies ChoiceOption<'none' | 'linear' | 'moving-average'>;
