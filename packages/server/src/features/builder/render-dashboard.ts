import type { DashboardPainting, ViewRequest } from '@inlay/protocol/builder-preview';
import { readTheme } from '@inlay/protocol/embed-fields';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import type { Services } from '../../services.ts';
import type { Choices, OpenEmbed, ViewerSetting } from '../embeds/index.ts';
import { markupOf, paintContent, renderInTurn } from '../embeds/index.ts';

/** A dashboard of a builder as the page of an embed would show it: who reads it there has all that viewers have. */
export async function paintView(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  { filters, variables, signal }: Pick<Choices, 'filters' | 'variables'> & { readonly signal: AbortSignal },
  setting: ViewerSetting,
  { width, theme, features = {} }: Pick<ViewRequest, 'width' | 'theme' | 'features'>,
): Promise<DashboardPainting> {
  const worn = theme === undefined ? undefined : readTheme(theme);
  const settings = {
    filters,
    variables,
    features,
    width,
    ...(worn === undefined ? {} : { theme: worn }),
  };
  const paint = await paintContent(services, viewer, opened, setting, settings, { deadline: signal });
  const { title, tiles, filters: controls, filterValues, crossFilter, drill, categories } = paint.state;
  const { html, css } = await renderInTurn(services, viewer, () => markupOf(paint));
  return {
    html: html.toString(),
    css,
    state: {
      title,
      tiles,
      filters: controls,
      filterValues,
      ...(crossFilter === undefined ? {} : { crossFilter }),
      ...(drill === undefined ? {} : { drill }),
      ...(categories === undefined ? {} : { categories }),
    },
  };
}
