import { themeProblems } from '@inlay/charts/theme/theme-problems';
import { lightTokens } from '@inlay/charts/theme/tokens';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ThemeContent } from '@inlay/protocol/theme';
import { recordEvent } from '../../platform/audit/record-event.ts';
import { AppError, refuseFields } from '../../platform/errors.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import type { Services } from '../../services.ts';
import {
  countThemes,
  deleteTheme,
  findTheme,
  type NamedTheme,
  type Overwriting,
  putTheme,
} from './themes.ts';

/** A script that creates a theme per viewer should send design tokens instead. */
const MAX_THEMES = 200;

/** Stores a theme if its texts have enough contrast (WCAG AA), in light and in dark mode. */
export async function storeTheme(
  { store, time }: Services,
  tenantId: TenantId,
  { name, content }: Pick<NamedTheme, 'name' | 'content'>,
  { actor, caller }: Acting,
  overwrites: Overwriting = 'any',
): Promise<{ readonly theme: NamedTheme; readonly created: boolean }> {
  refuseFields(problemsIn(content));
  return store.write(async (transaction) => {
    const before = await findTheme(transaction, tenantId, name);
    const created = before === undefined;
    if (created && Array.isArray(overwrites)) throw new AppError('STALE_VERSION');
    if (created && (await countThemes(transaction, tenantId)) >= MAX_THEMES)
      throw new AppError('CONFLICT', {
        message: `This tenant has the maximum of ${MAX_THEMES} themes. Delete one, or set design tokens on the embed.`,
      });
    // The ETag is the time of the change, so no two changes may share one.
    const now = Math.max(time.now(), (before?.updatedAt ?? 0) + 1);
    const theme = await putTheme(transaction, tenantId, { name, content }, overwrites, now);
    if (!theme) throw overwrites === 'none' ? nameTaken() : new AppError('STALE_VERSION');
    const action = created ? 'theme.create' : 'theme.change';
    await recordEvent(transaction, tenantId, time.now(), caller, { action, actor, target: name });
    return { theme, created };
  });
}

export async function removeTheme(
  { store, time }: Services,
  tenantId: TenantId,
  name: string,
  { actor, caller }: Acting,
): Promise<boolean> {
  return store.write(async (transaction) => {
    if (!(await deleteTheme(transaction, tenantId, name))) return false;
    const event = { action: 'theme.delete', actor, target: name } as const;
    await recordEvent(transaction, tenantId, time.now(), caller, event);
    return true;
  });
}

const nameTaken = () =>
  new AppError('STALE_VERSION', {
    message: 'A theme with this name already exists. Choose another name, or change that theme.',
    details: [{ path: '/name', problem: 'is taken. Choose another one' }],
  });

function problemsIn(content: ThemeContent): readonly FieldProblem[] {
  const unknown = (['light', 'dark'] as const).flatMap((mode) =>
    Object.keys(content[mode] ?? {})
      .filter((token) => !Object.hasOwn(lightTokens, token))
      .map((token) => ({
        path: `/${mode}/${token}`,
        problem: `is not a design token. Use ${Object.keys(lightTokens).join(', ')}`,
      })),
  );
  const unreadable = themeProblems(content).map(({ mode, token, problem }) => ({
    path: `/${mode}/${token}`,
    problem,
  }));
  return [...unknown, ...unreadable];
}
