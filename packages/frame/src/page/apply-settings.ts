import { baseLanguage } from '@inlay/protocol/language';
import { applyTheme, changeLanguage } from './lazy-changes.ts';
import type { OpenPage } from './open-page.ts';
import type { PageContext } from './page-context.ts';

/** The host's settings override those that the page was rendered with. Usually they are equal. */
export async function applySettings(context: PageContext, page: OpenPage): Promise<void> {
  const { theme, lang, filters, variables } = await context.settings;
  const rendered = context.page;
  if (theme !== undefined && !same(rendered.theme, theme))
    await applyTheme(context, theme).catch(console.error);
  const variablesChanged = !same(rendered.variables ?? {}, variables);
  context.choice.variables = variables;
  const changedFilters = Object.entries(filters).filter(
    ([id, value]) => !same(rendered.filterValues[id], value),
  );
  const sameLanguage = lang === undefined || baseLanguage(lang) === baseLanguage(rendered.lang);
  if (!sameLanguage && lang !== undefined) await changeLanguage(context, lang, page.relabel);
  if (changedFilters.length > 0) await page.setFilters(Object.fromEntries(changedFilters));
  else if (!sameLanguage || variablesChanged) await page.reloadAll();
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
