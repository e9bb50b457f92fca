import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'أعمدة وخط', name: 'مخطط أعمدة وخطوط' },
  de: { label: 'Balken und Linie', name: 'Balken- und Liniendiagramm' },
  en: { label: 'Bars and line', name: 'Bar and line chart' },
  es: { label: 'Barras y línea', name: 'Gráfico de barras y líneas' },
  fr: { label: 'Barres et courbe', name: 'Barres et courbe' },
  it: { label: 'Barre e linea', name: 'Grafico a barre e linee' },
  ja: { label: '棒と折れ線', name: '棒・折れ線グラフ' },
  nl: { label: 'Staven en lijn', name: 'Staaf- en lijngrafiek' },
  pt: { label: 'Barras e linha', name: 'Gráfico de barras e linhas' },
};
