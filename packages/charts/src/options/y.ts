import type { ColumnsOption } from './chart-option.ts';

export const y = {
  type: 'columns',
  of: 'measure',
  control: 'none',
  description: 'The measures that are drawn, all of them by default.',
  label: {
    ar: 'على المحور الرأسي',
    de: 'An der Seite',
    en: 'Up the side',
    es: 'En el eje vertical',
    fr: 'En ordonnée',
    it: 'Sull’asse verticale',
    ja: '縦軸',
    nl: 'Langs de zijkant',
    pt: 'No eixo vertical',
  },
} satisfies ColumnsOption;
