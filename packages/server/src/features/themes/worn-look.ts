import type { Theme } from '@inlay/protocol/frame-messages';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ThemeChoice, ThemeContent } from '@inlay/protocol/theme';
import type { Queries } from '../../platform/store/store.ts';
import { findTheme } from './themes.ts';

type Choice = Theme | ThemeChoice | undefined;

/**
 * What a page wears, from the app's choice over the embed's to that of the page around it. A theme of the tenant is a
 * whole look, so that it takes the place of what was chosen before it; tokens come on top of what is there.
 */
export async function wornLook(
  store: Queries,
  tenantId: TenantId,
  choices: readonly Choice[],
): Promise<readonly ThemeContent[]> {
  let layers: ThemeContent[] = [];
  for (const choice of choices) {
    const { name, layer } = read(choice);
    const named = name === undefined ? undefined : await findTheme(store, tenantId, name);
    // One that was deleted since leaves the default look: an embed never fails for its colours.
    if (named) layers = [named.content];
    if (layer) layers.push(layer);
  }
  return layers;
}

function read(choice: Choice): { readonly name?: string | undefined; readonly layer?: ThemeContent } {
  if (choice === undefined) return {};
  if (typeof choice === 'string') return isMode(choice) ? { layer: { mode: choice } } : { name: choice };
  const { name, tokens, ...look } = choice as ThemeChoice;
  const colors = tokens ? { light: tokens, dark: tokens } : {};
  if (name !== undefined && isMode(name)) return { layer: { ...look, ...colors, mode: name } };
  return { name, layer: { ...look, ...colors } };
}

const isMode = (name: string): name is 'light' | 'dark' | 'auto' =>
  name === 'light' || name === 'dark' || name === 'auto';
