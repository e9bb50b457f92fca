import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'خط', name: 'مخطط خطي' },
  de: { label: 'Linie', name: 'Liniendiagramm' },
  en: { label: 'Line', name: 'Line chart' },
  es: { label: 'Línea', name: 'Gráfico de líneas' },
  fr: { label: 'Courbe', name: 'Courbe' },
  it: { label: 'Linea', name: 'Grafico a linee' },
  ja: { label: '折れ線', name: '折れ線グラフ' },
  nl: { label: 'Lijn', name: 'Lijngrafiek' },
  pt: { label: 'Linha', name: 'Gráfico de linhas' },
};
