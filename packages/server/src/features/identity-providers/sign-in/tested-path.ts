import { TESTED } from '@inlay/protocol/provider-addresses';

/** Where an owner reads what a test found. */
export const testedPath = (id: string): string =>
  `/admin/sign-in/providers/${encodeURIComponent(id)}${TESTED}`;
