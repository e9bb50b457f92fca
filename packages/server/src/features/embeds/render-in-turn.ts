import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import type { Services } from '../../services.ts';

/** Draws when it is this viewer's turn: drawing computes on the event loop, which other requests need in between. */
export function renderInTurn<T>(
  { queues }: Pick<Services, 'queues'>,
  { tenantId, username }: Pick<EmbedPrincipal, 'tenantId' | 'username'>,
  render: () => T | Promise<T>,
): Promise<T> {
  return queues.rendering.run([tenantId, username], async () => render());
}
