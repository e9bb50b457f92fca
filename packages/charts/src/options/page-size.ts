import type { NumberOption } from './chart-option.ts';

/** How many rows a table shows at a time. */
export const pageSize = {
  type: 'number',
  description: 'Rows on a page.',
  min: 1,
  max: 1000,
  default: 100,
  label: {
    ar: 'صفوف الصفحة',
    de: 'Zeilen je Seite',
    en: 'Rows on a page',
    es: 'Filas por página',
    fr: 'Lignes par page',
    it: 'Righe per pagina',
    ja: '1 ページの行数',
    nl: 'Rijen per pagina',
    pt: 'Linhas por página',
  },
} satisfies NumberOption;
