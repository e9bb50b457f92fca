import type { TextOption } from './chart-option.ts';

/** The title of the axis that the categories are on. */
export const xTitle = {
  type: 'text',
  label: {
    ar: 'عنوان محور X',
    de: 'Titel der X-Achse',
    en: 'X axis title',
    es: 'Título del eje X',
    fr: 'Titre de l’axe X',
    it: 'Titolo dell’asse X',
    ja: 'X軸のタイトル',
    nl: 'Titel van de X-as',
    pt: 'Título do eixo X',
  },
} satisfies TextOption;

/** The title of the value axis; without it, the name of the measure. */
export const yTitle = {
  type: 'text',
  description: 'Without it, the name of the measure.',
  label: {
    ar: 'عنوان محور Y',
    de: 'Titel der Y-Achse',
    en: 'Y axis title',
    es: 'Título del eje Y',
    fr: 'Titre de l’axe Y',
    it: 'Titolo dell’asse Y',
    ja: 'Y軸のタイトル',
    nl: 'Titel van de Y-as',
    pt: 'Título do eixo Y',
  },
} satisfies TextOption;
