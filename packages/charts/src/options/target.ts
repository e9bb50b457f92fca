import type { TargetOption } from './chart-option.ts';

/** What a value is measured against. */
export const target = {
  type: 'target',
  description: 'What the value should be: a number, or the name of a measure of the query.',
  label: {
    ar: 'الهدف',
    de: 'Ziel',
    en: 'Target',
    es: 'Objetivo',
    fr: 'Objectif',
    it: 'Obiettivo',
    ja: '目標',
    nl: 'Doel',
    pt: 'Meta',
  },
} satisfies TargetOption;
