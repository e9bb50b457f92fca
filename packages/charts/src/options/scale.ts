import type { ChoiceOption } from './chart-option.ts';

/** How values are spread over the value axis. */
export const scale = {
  type: 'choice',
  default: 'linear',
  label: {
    ar: 'مقياس محور Y',
    de: 'Skala der Y-Achse',
    en: 'Y axis scale',
    es: 'Escala del eje Y',
    fr: 'Échelle de l’axe Y',
    it: 'Scala dell’asse Y',
    ja: 'Y軸の目盛',
    nl: 'Schaal van de Y-as',
    pt: 'Escala do eixo Y',
  },
  choices: {
    linear: {
      ar: 'خطي',
      de: 'Linear',
      en: 'Linear',
      es: 'Lineal',
      fr: 'Linéaire',
      it: 'Lineare',
      ja: '線形',
      nl: 'Lineair',
      pt: 'Linear',
    },
    log: {
      ar: 'لوغاريتمي',
      de: 'Logarithmisch',
      en: 'Logarithmic',
      es: 'Logarítmica',
      fr: 'Logarithmique',
      it: 'Logaritmica',
      ja: '対数',
      nl: 'Logaritmisch',
      pt: 'Logarítmica',
    },
  },
} satisfies ChoiceOption<'linear' | 'log'>;
