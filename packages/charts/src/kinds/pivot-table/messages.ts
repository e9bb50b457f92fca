import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'محوري', name: 'جدول محوري' },
  de: { label: 'Pivot', name: 'Pivot-Tabelle' },
  en: { label: 'Pivot', name: 'Pivot table' },
  es: { label: 'Dinámica', name: 'Tabla dinámica' },
  fr: { label: 'Croisé', name: 'Tableau croisé dynamique' },
  it: { label: 'Pivot', name: 'Tabella pivot' },
  ja: { label: 'ピボット', name: 'ピボットテーブル' },
  nl: { label: 'Draaitabel', name: 'Draaitabel' },
  pt: { label: 'Dinâmica', name: 'Tabela dinâmica' },
};

/** Below a table whose query returned more combinations than its limit. */
export const missingCells: Messages = {
  ar: 'بعض الخلايا مفقودة؛ المجاميع تشمل كل الصفوف',
  de: 'Einige Zellen fehlen; die Summen umfassen alle Zeilen',
  en: 'Some cells are missing; totals include all rows',
  es: 'Faltan algunas celdas; los totales incluyen todas las filas',
  fr: 'Certaines cellules manquent ; les totaux portent sur toutes les lignes',
  it: 'Mancano alcune celle; i totali includono tutte le righe',
  ja: '一部のセルが欠けています。合計にはすべての行が含まれます',
  nl: 'Sommige cellen ontbreken; totalen omvatten alle rijen',
  pt: 'Faltam algumas células; os totais incluem todas as linhas',
};
