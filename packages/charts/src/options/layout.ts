import type { ChoiceOption } from './chart-option.ts';

/** How several series share the room. */
export const layout = {
  type: 'choice',
  label: {
    ar: 'السلاسل',
    de: 'Reihen stehen',
    en: 'Series are',
    es: 'Las series van',
    fr: 'Les séries sont',
    it: 'Le serie sono',
    ja: '系列の並べ方',
    nl: 'Reeksen staan',
    pt: 'As séries ficam',
  },
  choices: {
    grouped: {
      ar: 'جنباً إلى جنب',
      de: 'Nebeneinander',
      en: 'Side by side',
      es: 'Lado a lado',
      fr: 'Côte à côte',
      it: 'Affiancate',
      ja: '横に並べる',
      nl: 'Naast elkaar',
      pt: 'Lado a lado',
    },
    stacked: {
      ar: 'مكدسة',
      de: 'Gestapelt',
      en: 'Stacked',
      es: 'Apiladas',
      fr: 'Empilées',
      it: 'Impilate',
      ja: '積み上げ',
      nl: 'Gestapeld',
      pt: 'Empilhadas',
    },
    percent: {
      ar: 'حصص من 100٪',
      de: 'Anteile an 100 %',
      en: 'Shares of 100 %',
      es: 'Partes del 100 %',
      fr: 'Parts de 100 %',
      it: 'Quote del 100 %',
      ja: '100% の割合',
      nl: 'Aandelen van 100 %',
      pt: 'Partes de 100 %',
    },
  },
} satisfies ChoiceOption<'grouped' | 'stacked' | 'percent'>;
