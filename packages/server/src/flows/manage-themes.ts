import { contrastProblems } from '@inlay/charts/theme/contrast-problems';
import { createTheme } from '@inlay/charts/theme/create-theme';
import { lightTokens } from '@inlay/charts/theme/tokens';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ThemeContent } from '@inlay/protocol/theme';
import { recordEvent } from '../audit/record-event.ts';
import { countThemes, deleteTheme, findTheme, type NamedTheme, putTheme } from '../directory/themes.ts';
import { AppError, refuseFields } from '../errors.ts';
import type { Services } from '../services.ts';
import type { Acting } from './manage-users.ts';

/** More than anybody chooses from; a script that makes one a viewer should send design tokens instead. */
const MOST_THEMES = 200;

/** Stores a look under a name, once every word in it can be read (WCAG AA), in light and in dark. */
export async function storeTheme(
  { store, clock }: Services,
  tenantId: TenantId,
  name: string,
  content: ThemeContent,
  { actor, caller }: Acting,
): Promise<{ readonly theme: NamedTheme; readonly created: boolean }> {
  refuseFields(themeProblems(content));
  return store.write(async (transaction) => {
    const created = (await findTheme(transaction, tenantId, name)) === undefined;
    if (created && (await countThemes(transaction, tenantId)) >= MOST_THEMES)
      throw new AppError('CONFLICT', {
        message: `A tenant has at most ${MOST_THEMES} themes. Delete one, or give the embed design tokens.`,
      });
    const theme = await putTheme(transaction, tenantId, name, content, clock());
    const action = created ? 'theme.create' : 'theme.change';
    await recordEvent(transaction, tenantId, clock(), caller, { action, actor, target: name });
    return { theme, created };
  });
}

export async function removeTheme(
  { store, clock }: Services,
  tenantId: TenantId,
  name: string,
  { actor, caller }: Acting,
): Promise<boolean> {
  return store.write(async (transaction) => {
    if (!(await deleteTheme(transaction, tenantId, name))) return false;
    const event = { action: 'theme.delete', actor, target: name };
    await recordEvent(transaction, tenantId, clock(), caller, event);
    return true;
  });
}

function themeProblems(content: ThemeContent): readonly FieldProblem[] {
  const modes = (['light', 'dark'] as const).filter((mode) => shows(content, mode));
  return modes.flatMap((mode) => {
    const given = content[mode] ?? {};
    const unknown = Object.keys(given).filter((token) => !Object.hasOwn(lightTokens, token));
    if (unknown.length > 0)
      return unknown.map((token) => ({
        path: `/${mode}/${token}`,
        problem: `names no design token; there are ${Object.keys(lightTokens).join(', ')}`,
      }));
    const { tokens } = createTheme({ mode, overrides: given });
    return contrastProblems(tokens).map(({ token, problem }) => ({ path: `/${mode}/${token}`, problem }));
  });
}

/** A theme that is always light need not care for the dark. */
const shows = ({ mode = 'auto', ...content }: ThemeContent, shown: 'light' | 'dark') =>
  mode === 'auto' || mode === shown || content[shown] !== undefined;
