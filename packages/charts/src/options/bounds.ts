import type { AmountOption } from './chart-option.ts';

/** Beyond this, doubles run out of digits. */
const drawable = { min: -1e15, max: 1e15 };

const problem = {
  ar: 'يجب أن تكون أكبر من القيمة الدنيا.',
  de: 'Muss größer als das Minimum sein.',
  en: 'Must be greater than the minimum.',
  es: 'Debe ser mayor que el mínimo.',
  fr: 'Doit être supérieur au minimum.',
  it: 'Deve essere maggiore del minimo.',
  ja: '最小値より大きくしてください。',
  nl: 'Moet groter zijn dan het minimum.',
  pt: 'Tem de ser maior do que o mínimo.',
};

export const yMin = {
  type: 'amount',
  ...drawable,
  description: 'Without it, bars and areas begin at zero.',
  label: {
    ar: 'أدنى قيمة على محور Y',
    de: 'Minimum der Y-Achse',
    en: 'Y axis minimum',
    es: 'Mínimo del eje Y',
    fr: 'Minimum de l’axe Y',
    it: 'Minimo dell’asse Y',
    ja: 'Y軸の最小値',
    nl: 'Minimum van de Y-as',
    pt: 'Mínimo do eixo Y',
  },
} satisfies AmountOption;

export const yMax = {
  type: 'amount',
  ...drawable,
  above: { option: 'yMin', problem },
  label: {
    ar: 'أقصى قيمة على محور Y',
    de: 'Maximum der Y-Achse',
    en: 'Y axis maximum',
    es: 'Máximo del eje Y',
    fr: 'Maximum de l’axe Y',
    it: 'Massimo dell’asse Y',
    ja: 'Y軸の最大値',
    nl: 'Maximum van de Y-as',
    pt: 'Máximo do eixo Y',
  },
} satisfies AmountOption;

export const xMin = {
  type: 'amount',
  ...drawable,
  label: {
    ar: 'أدنى قيمة على محور X',
    de: 'Minimum der X-Achse',
    en: 'X axis minimum',
    es: 'Mínimo del eje X',
    fr: 'Minimum de l’axe X',
    it: 'Minimo dell’asse X',
    ja: 'X軸の最小値',
    nl: 'Minimum van de X-as',
    pt: 'Mínimo do eixo X',
  },
} satisfies AmountOption;

export const xMax = {
  type: 'amount',
  ...drawable,
  above: { option: 'xMin', problem },
  label: {
    ar: 'أقصى قيمة على محور X',
    de: 'Maximum der X-Achse',
    en: 'X axis maximum',
    es: 'Máximo del eje X',
    fr: 'Maximum de l’axe X',
    it: 'Massimo dell’asse X',
    ja: 'X軸の最大値',
    nl: 'Maximum van de X-as',
    pt: 'Máximo do eixo X',
  },
} satisfies AmountOption;
