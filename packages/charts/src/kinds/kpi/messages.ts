import type { KindMessages } from '../../chart-traits.ts';
import type { Messages } from '../../messages.ts';

export const messages: Messages<KindMessages> = {
  ar: { label: 'رقم', name: 'مؤشر' },
  de: { label: 'Zahl', name: 'Kennzahl' },
  en: { label: 'Figure', name: 'Figure' },
  es: { label: 'Cifra', name: 'Indicador' },
  fr: { label: 'Chiffre', name: 'Indicateur' },
  it: { label: 'Cifra', name: 'Indicatore' },
  ja: { label: '数値', name: '指標' },
  nl: { label: 'Cijfer', name: 'Kerncijfer' },
  pt: { label: 'Número', name: 'Indicador' },
};
