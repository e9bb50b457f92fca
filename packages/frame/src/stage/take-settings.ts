import { baseLanguage } from '@inlay/protocol/language';
import { changeLanguage } from './change-language.ts';
import type { OpenPage } from './open-page.ts';
import type { Stage } from './stage.ts';
import { useTheme } from './use-theme.ts';

/** What the host says at the start wins over what the page was painted with. Mostly both are the same. */
export async function takeSettings(stage: Stage, page: OpenPage): Promise<void> {
  const { theme, lang, filters, variables } = await stage.settings;
  const painted = stage.page;
  if (theme !== undefined && !same(painted.theme, theme)) await useTheme(stage, theme).catch(console.error);
  const told = !same(painted.variables ?? {}, variables);
  stage.choice.variables = variables;
  const others = Object.entries(filters).filter(([id, value]) => !same(painted.filterValues[id], value));
  const spoken = lang === undefined || baseLanguage(lang) === baseLanguage(painted.lang);
  if (!spoken && lang !== undefined) await changeLanguage(stage, lang, page.speakAgain);
  if (others.length > 0) await page.setFilters(Object.fromEntries(others));
  else if (!spoken || told) await page.reloadAll();
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
