import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import type { Services } from '../../../services.ts';

/** Counts a view if it is rendered, unless it exceeds the tenant's quota. Administrators' previews are free. */
export async function meterView<Page>(
  { quotas, usage, time }: Services,
  { viewer, embedId }: { readonly viewer: EmbedPrincipal; readonly embedId: string },
  render: () => Promise<Page>,
): Promise<Page> {
  if (viewer.onlyEmbed !== null) return render();
  const giveBack = await quotas.reserve(viewer.tenantId, 'views');
  try {
    const page = await render();
    usage.countFor(viewer, time.now(), 'view', embedId);
    return page;
  } finally {
    giveBack();
  }
}
