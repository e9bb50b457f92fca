import { providerPath } from '@inlay/protocol/provider-addresses';

/** Where a sign-in with a provider starts that comes back to this page. */
export function startAddress(id: string): string {
  const comeBack = new URLSearchParams({ return: location.pathname + location.search });
  return `${providerPath(id)}?${comeBack}`;
}
