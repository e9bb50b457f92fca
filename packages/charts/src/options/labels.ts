import type { ChoiceOption } from './chart-option.ts';

/** Which values are written at their marks. */
export const labels = {
  type: 'choice',
  default: 'auto',
  label: {
    ar: 'تسميات البيانات',
    de: 'Datenbeschriftungen',
    en: 'Data labels',
    es: 'Etiquetas de datos',
    fr: 'Étiquettes de données',
    it: 'Etichette dei dati',
    ja: 'データラベル',
    nl: 'Gegevenslabels',
    pt: 'Rótulos de dados',
  },
  choices: {
    auto: {
      ar: 'تلقائي',
      de: 'Automatisch',
      en: 'Automatic',
      es: 'Automático',
      fr: 'Automatique',
      it: 'Automatico',
      ja: '自動',
      nl: 'Automatisch',
      pt: 'Automático',
    },
    none: {
      ar: 'بلا',
      de: 'Keine',
      en: 'None',
      es: 'Ninguna',
      fr: 'Aucune',
      it: 'Nessuna',
      ja: 'なし',
      nl: 'Geen',
      pt: 'Nenhum',
    },
    all: {
      ar: 'كل ما يتسع',
      de: 'Alle, die passen',
      en: 'All that fit',
      es: 'Todas las que quepan',
      fr: 'Toutes celles qui tiennent',
      it: 'Tutte quelle che ci stanno',
      ja: '収まるだけ表示',
      nl: 'Alle die passen',
      pt: 'Todos os que couberem',
    },
  },
} satisfies ChoiceOption<'auto' | 'none' | 'all'>;
