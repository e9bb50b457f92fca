import type { Messages } from '../../messages.ts';

interface Texts {
  readonly high: string;
  readonly upper: string;
  readonly lower: string;
  readonly low: string;
  readonly count: string;
  readonly groups: (count: string) => string;
  readonly medians: (high: string, low: string) => string;
}

/** What a box plot says besides its numbers. */
export const texts: Messages<Texts> = {
  ar: {
    high: 'الشعرة العليا',
    upper: 'الربيع الأعلى',
    lower: 'الربيع الأدنى',
    low: 'الشعرة السفلى',
    count: 'عدد القيم',
    groups: (count) => `عدد المجموعات: ${count}.`,
    medians: (high, low) => `أعلى وسيط: ${high}. أدنى وسيط: ${low}.`,
  },
  de: {
    high: 'Oberer Whisker',
    upper: 'Oberes Quartil',
    lower: 'Unteres Quartil',
    low: 'Unterer Whisker',
    count: 'Beobachtungen',
    groups: (count) => `${count} Gruppen.`,
    medians: (high, low) => `Höchster Median: ${high}. Niedrigster Median: ${low}.`,
  },
  en: {
    high: 'Upper whisker',
    upper: 'Upper quartile',
    lower: 'Lower quartile',
    low: 'Lower whisker',
    count: 'Observations',
    groups: (count) => `${count} groups.`,
    medians: (high, low) => `Highest median: ${high}. Lowest median: ${low}.`,
  },
  es: {
    high: 'Bigote superior',
    upper: 'Cuartil superior',
    lower: 'Cuartil inferior',
    low: 'Bigote inferior',
    count: 'Observaciones',
    groups: (count) => `${count} grupos.`,
    medians: (high, low) => `Mediana más alta: ${high}. Mediana más baja: ${low}.`,
  },
  fr: {
    high: 'Moustache supérieure',
    upper: 'Quartile supérieur',
    lower: 'Quartile inférieur',
    low: 'Moustache inférieure',
    count: 'Observations',
    groups: (count) => `${count} groupes.`,
    medians: (high, low) => `Médiane la plus élevée : ${high}. Médiane la plus basse : ${low}.`,
  },
  it: {
    high: 'Baffo superiore',
    upper: 'Quartile superiore',
    lower: 'Quartile inferiore',
    low: 'Baffo inferiore',
    count: 'Osservazioni',
    groups: (count) => `${count} gruppi.`,
    medians: (high, low) => `Mediana più alta: ${high}. Mediana più bassa: ${low}.`,
  },
  ja: {
    high: '上側のひげ',
    upper: '第3四分位数',
    lower: '第1四分位数',
    low: '下側のひげ',
    count: '観測数',
    groups: (count) => `${count}グループ。`,
    medians: (high, low) => `最大の中央値: ${high}。最小の中央値: ${low}。`,
  },
  nl: {
    high: 'Bovenste snorhaar',
    upper: 'Bovenste kwartiel',
    lower: 'Onderste kwartiel',
    low: 'Onderste snorhaar',
    count: 'Waarnemingen',
    groups: (count) => `${count} groepen.`,
    medians: (high, low) => `Hoogste mediaan: ${high}. Laagste mediaan: ${low}.`,
  },
  pt: {
    high: 'Haste superior',
    upper: 'Quartil superior',
    lower: 'Quartil inferior',
    low: 'Haste inferior',
    count: 'Observações',
    groups: (count) => `${count} grupos.`,
    medians: (high, low) => `Mediana mais alta: ${high}. Mediana mais baixa: ${low}.`,
  },
};
