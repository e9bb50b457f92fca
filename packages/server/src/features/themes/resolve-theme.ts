import type { Theme } from '@inlay/protocol/frame-messages';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ThemeChoice, ThemeContent } from '@inlay/protocol/theme';
import type { Queries } from '../../platform/store/store.ts';
import { findTheme } from './themes.ts';

type Choice = Theme | ThemeChoice | undefined;

/**
 * The resolved theme of a page: the app's choice, then the embed's, then that of the host page. A stored theme replaces
 * the choices before it; tokens are added to them.
 */
export async function resolveTheme(
  store: Queries,
  tenantId: TenantId,
  choices: readonly Choice[],
): Promise<readonly ThemeContent[]> {
  let layers: ThemeContent[] = [];
  for (const choice of choices) {
    const { name, layer } = read(choice);
    const named = name === undefined ? undefined : await findTheme(store, tenantId, name);
    // A deleted theme leaves the default one: an embed never fails because of its colors.
    if (named) layers = [named.content];
    if (layer) layers.push(layer);
  }
  return layers;
}

function read(choice: Choice): { readonly name?: string | undefined; readonly layer?: ThemeContent } {
  if (choice === undefined) return {};
  if (typeof choice === 'string') return isMode(choice) ? { layer: { mode: choice } } : { name: choice };
  const { name, tokens, ...settings } = choice as ThemeChoice;
  const colors = tokens ? { light: tokens, dark: tokens } : {};
  if (name !== undefined && isMode(name)) return { layer: { ...settings, ...colors, mode: name } };
  return { name, layer: { ...settings, ...colors } };
}

const isMode = (name: string): name is 'light' | 'dark' | 'auto' =>
  name === 'light' || name === 'dark' || name === 'auto';
