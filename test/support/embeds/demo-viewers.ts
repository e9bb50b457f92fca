import type { TenantId } from '@inlay/protocol/tenant-id';
import type { EmbedPrincipal } from '@inlay/server/platform/identity/embed-principal';
import { viewerOfContext } from '@inlay/server/platform/identity/viewer-of-context';
import type { Services } from '@inlay/server/services';

/** Who can sign in to the demo host application. */
export interface DemoUser {
  readonly name: string;
  readonly language: string;
  readonly embedContext: Readonly<Record<string, unknown>> & { readonly username: string };
}

const file = new URL('../../../examples/host-app/users.mjs', import.meta.url).href;
export const { users } = (await import(file)) as {
  readonly users: { readonly maeve: DemoUser; readonly jonas: DemoUser };
};

/** The users of the demo host application as the server knows them after the exchange. */
export function demoViewers(services: Services, tenantId: TenantId) {
  const viewer = ({ embedContext }: DemoUser): EmbedPrincipal =>
    viewerOfContext(services, tenantId, { workspace_id: 'main', ...embedContext });
  return { manager: viewer(users.maeve), finance: viewer(users.jonas) };
}
