import { createPageTheme, type PageTheme } from '../../../platform/render/page-theme.ts';
import { resolveTheme } from '../../themes/index.ts';
import type { EmbedRequest } from './embed-request.ts';

/** The theme after inheritance, in the viewer's locale; `mode` is the one that the page is in by now. */
export async function resolvePageTheme(
  {
    services: { store },
    viewer: { tenantId },
    app,
    embed,
    theme,
    locale,
    linkHosts,
    imageHosts,
  }: ThemeContext,
  mode?: 'light' | 'dark',
): Promise<PageTheme> {
  const layers = await resolveTheme(store, tenantId, [app.theme, embed.theme, theme]);
  return createPageTheme(locale, mode === undefined ? layers : [...layers, { mode }], {
    linkHosts,
    imageHosts,
  });
}

type ThemeContext = Pick<
  EmbedRequest,
  'services' | 'viewer' | 'app' | 'embed' | 'theme' | 'locale' | 'linkHosts' | 'imageHosts'
>;
