import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'مساحة', name: 'مخطط مساحي' },
  de: { label: 'Fläche', name: 'Flächendiagramm' },
  en: { label: 'Area', name: 'Area chart' },
  es: { label: 'Área', name: 'Gráfico de áreas' },
  fr: { label: 'Aire', name: 'Graphique en aires' },
  it: { label: 'Area', name: 'Grafico ad area' },
  ja: { label: '面', name: '面グラフ' },
  nl: { label: 'Vlak', name: 'Vlakgrafiek' },
  pt: { label: 'Área', name: 'Gráfico de área' },
};
