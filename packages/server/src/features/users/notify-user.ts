import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Caller } from '../../platform/identity/acting.ts';
import type { Queries } from '../../platform/store/store.ts';

/** Tells the owner of an account what was changed, in the transaction of the change. The server passes it in: it is of a later feature. */
export type NotifyUser = (
  transaction: Queries,
  tenantId: TenantId,
  about: {
    readonly notice: 'password-changed' | 'email-changed';
    /** As before the change: the notice goes to the former address. */
    readonly user: { readonly username: string; readonly email: string | null };
    readonly caller: Caller;
  },
  now: number,
) => Promise<void>;
