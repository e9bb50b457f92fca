import { baseLanguage } from '@inlay/protocol/language';
import { changeLanguage } from './change-language.ts';
import type { OpenPage } from './open-page.ts';
import type { Stage } from './stage.ts';
import { useTheme } from './use-theme.ts';

/** What the host says at the start wins over what the page was rendered with. Mostly both are the same. */
export async function takeSettings(stage: Stage, page: OpenPage): Promise<void> {
  const { theme, lang, filters, variables } = await stage.settings;
  const rendered = stage.page;
  if (theme !== undefined && !same(rendered.theme, theme)) await useTheme(stage, theme).catch(console.error);
  const told = !same(rendered.variables ?? {}, variables);
  stage.choice.variables = variables;
  const others = Object.entries(filters).filter(([id, value]) => !same(rendered.filterValues[id], value));
  const spoken = lang === undefined || baseLanguage(lang) === baseLanguage(rendered.lang);
  if (!spoken && lang !== undefined) await changeLanguage(stage, lang, page.speakAgain);
  if (others.length > 0) await page.setFilters(Object.fromEntries(others));
  else if (!spoken || told) await page.reloadAll();
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
