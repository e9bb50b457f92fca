import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import type { Services } from '../../services.ts';
import type { FoundEmbed, OpenEmbed } from '../embeds/index.ts';
import { readBuilderContext } from './builder-context.ts';
import { findDashboard } from './find-dashboard.ts';
import { openBuilder } from './open-builder.ts';

/** The published version of a builder's dashboard for this viewer. Throws NOT_FOUND if they see none with this id. */
export async function openBuilderDashboard(
  services: Pick<Services, 'store' | 'time'>,
  viewer: EmbedPrincipal,
  found: FoundEmbed,
  id: string,
): Promise<OpenEmbed> {
  const builder = await openBuilder(services, viewer, found);
  const context = await readBuilderContext(services.store, builder);
  const { view } = await findDashboard(services.store, context, id, 'published');
  return view.opened;
}
