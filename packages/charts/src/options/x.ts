import type { ColumnOption } from './chart-option.ts';

export const x = {
  type: 'column',
  of: 'dimension',
  absent: 'automatic',
  description: 'What the chart goes along.',
  label: {
    ar: 'على المحور الأفقي',
    de: 'Entlang der Grundlinie',
    en: 'Along the bottom',
    es: 'En el eje horizontal',
    fr: 'En abscisse',
    it: 'Sull’asse orizzontale',
    ja: '横軸',
    nl: 'Langs de onderkant',
    pt: 'No eixo horizontal',
  },
} satisfies ColumnOption;
