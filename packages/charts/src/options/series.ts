import type { ColumnOption } from './chart-option.ts';

export const series = {
  type: 'column',
  of: 'dimension',
  absent: 'automatic',
  description: 'The dimension whose values are a series each.',
  label: {
    ar: 'تقسيم إلى سلاسل',
    de: 'In Reihen teilen',
    en: 'Split into series',
    es: 'Separar en series',
    fr: 'Séparer en séries',
    it: 'Dividi in serie',
    ja: '系列に分割',
    nl: 'In reeksen splitsen',
    pt: 'Separar em séries',
  },
} satisfies ColumnOption;
