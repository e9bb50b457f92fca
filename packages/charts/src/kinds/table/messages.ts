import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'جدول', name: 'جدول' },
  de: { label: 'Tabelle', name: 'Tabelle' },
  en: { label: 'Table', name: 'Table' },
  es: { label: 'Tabla', name: 'Tabla' },
  fr: { label: 'Tableau', name: 'Tableau' },
  it: { label: 'Tabella', name: 'Tabella' },
  ja: { label: '表', name: '表' },
  nl: { label: 'Tabel', name: 'Tabel' },
  pt: { label: 'Tabela', name: 'Tabela' },
};
