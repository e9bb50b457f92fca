import { type AccessibilityRun, type Checked, looks, type Shown } from '../accessibility-run.ts';

export const language: AccessibilityRun = {
  id: 'language',
  title: 'Language and direction',
  description:
    'Embeds and the builder in German and Arabic, and everything else in English, declare the language and the direction that they are shown in.',
  looks: [looks.light, looks.german, looks.rightToLeft],
  check: async ({ place, look }: Shown): Promise<readonly Checked[]> => {
    const { lang, dir } = await place.evaluate(() => ({
      lang: document.documentElement.lang,
      dir: getComputedStyle(document.documentElement).direction,
    }));
    const wanted = look.language ?? 'en';
    const findings = [
      ...(lang.split('-')[0] === wanted ? [] : [`the page is declared as “${lang}”, not as “${wanted}”`]),
      ...((dir === 'rtl') === (wanted === 'ar') ? [] : [`the direction of the page is ${dir}`]),
    ];
    return [{ criterion: '3.1.1', checks: 2, findings }];
  },
};
