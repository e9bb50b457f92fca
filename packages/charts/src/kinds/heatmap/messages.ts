import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'خريطة حرارية', name: 'خريطة حرارية' },
  de: { label: 'Heatmap', name: 'Heatmap' },
  en: { label: 'Heat map', name: 'Heatmap' },
  es: { label: 'Mapa de calor', name: 'Mapa de calor' },
  fr: { label: 'Carte de chaleur', name: 'Carte de chaleur' },
  it: { label: 'Mappa di calore', name: 'Mappa di calore' },
  ja: { label: 'ヒートマップ', name: 'ヒートマップ' },
  nl: { label: 'Warmtekaart', name: 'Heatmap' },
  pt: { label: 'Mapa de calor', name: 'Mapa de calor' },
};
