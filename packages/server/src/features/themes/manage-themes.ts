import { themeProblems } from '@inlay/charts/theme/theme-problems';
import { lightTokens } from '@inlay/charts/theme/tokens';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ThemeContent } from '@inlay/protocol/theme';
import { AppError, refuseFields } from '../../platform/errors.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import type { Services } from '../../services.ts';
import { recordEvent } from '../audit/index.ts';
import {
  countThemes,
  deleteTheme,
  findTheme,
  type NamedTheme,
  type Overwriting,
  putTheme,
} from './themes.ts';

/** More than anybody chooses from; a script that makes one a viewer should send design tokens instead. */
const MOST_THEMES = 200;

/** Stores a look under a name, once every word in it can be read (WCAG AA), in light and in dark. */
export async function storeTheme(
  { store, clock }: Services,
  tenantId: TenantId,
  name: string,
  content: ThemeContent,
  { actor, caller }: Acting,
  over: Overwriting = 'any',
): Promise<{ readonly theme: NamedTheme; readonly created: boolean }> {
  refuseFields(problemsIn(content));
  return store.write(async (transaction) => {
    const before = await findTheme(transaction, tenantId, name);
    const created = before === undefined;
    if (created && Array.isArray(over)) throw new AppError('STALE_VERSION');
    if (created && (await countThemes(transaction, tenantId)) >= MOST_THEMES)
      throw new AppError('CONFLICT', {
        message: `A tenant has at most ${MOST_THEMES} themes. Delete one, or give the embed design tokens.`,
      });
    // Each change has a moment of its own: by that it is told from the one before.
    const now = Math.max(clock(), (before?.updatedAt ?? 0) + 1);
    const theme = await putTheme(transaction, tenantId, name, content, now, over);
    if (!theme) throw over === 'none' ? nameTaken() : new AppError('STALE_VERSION');
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

const nameTaken = () =>
  new AppError('STALE_VERSION', {
    message: 'There is a theme of this name already. Choose another name, or change that one.',
  });

function problemsIn(content: ThemeContent): readonly FieldProblem[] {
  const unknown = (['light', 'dark'] as const).flatMap((mode) =>
    Object.keys(content[mode] ?? {})
      .filter((token) => !Object.hasOwn(lightTokens, token))
      .map((token) => ({
        path: `/${mode}/${token}`,
        problem: `names no design token; there are ${Object.keys(lightTokens).join(', ')}`,
      })),
  );
  const unreadable = themeProblems(content).map(({ mode, token, problem }) => ({
    path: `/${mode}/${token}`,
    problem,
  }));
  return [...unknown, ...unreadable];
}
