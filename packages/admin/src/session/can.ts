import type { Permission } from '@inlay/protocol/permission';
import { me } from './session.ts';

/** Whether the role of the signed-in user allows all of this. Until the user is known, nothing is hidden. */
export const can = (...needed: readonly Permission[]): boolean =>
  !me.value || needed.every((permission) => me.value?.permissions.includes(permission));

/** Some settings decide who gets into which account, those of owners too. */
export const isOwner = (): boolean => !me.value || me.value.adminRole === 'owner';
