import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'خريطة شجرية', name: 'خريطة شجرية' },
  de: { label: 'Treemap', name: 'Treemap' },
  en: { label: 'Treemap', name: 'Treemap' },
  es: { label: 'Treemap', name: 'Gráfico de rectángulos' },
  fr: { label: 'Treemap', name: 'Carte proportionnelle' },
  it: { label: 'Treemap', name: 'Mappa ad albero' },
  ja: { label: 'ツリーマップ', name: 'ツリーマップ' },
  nl: { label: 'Treemap', name: 'Treemap' },
  pt: { label: 'Treemap', name: 'Mapa de árvore' },
};
