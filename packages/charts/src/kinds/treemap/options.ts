import type { ChartOptions, ColumnOption } from '../../options/chart-option.ts';
import { series } from '../../options/series.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';

const groups = {
  ...x,
  description: 'The groups, or the parts if there is one dimension.',
  label: {
    ar: 'المجموعات',
    de: 'Gruppen',
    en: 'Groups',
    es: 'Grupos',
    fr: 'Groupes',
    it: 'Gruppi',
    ja: 'グループ',
    nl: 'Groepen',
    pt: 'Grupos',
  },
} satisfies ColumnOption;

const parts = {
  ...series,
  description: 'The parts of each group.',
  label: {
    ar: 'الأجزاء',
    de: 'Teile',
    en: 'Parts',
    es: 'Partes',
    fr: 'Parties',
    it: 'Parti',
    ja: '構成要素',
    nl: 'Delen',
    pt: 'Partes',
  },
} satisfies ColumnOption;

export const options = { x: groups, y, series: parts } satisfies ChartOptions;
