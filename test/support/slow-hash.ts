import { hash } from '@node-rs/argon2';
import type { TestPerson } from './people.ts';
import type { InlayInUse } from './use-inlay.ts';

/**
 * Gives a user a hash of the same password that takes a good while to verify, as an import may bring one: what a
 * test does in that while happens in the middle of a login.
 */
export async function slowHash(inlay: InlayInUse, { id, password }: TestPerson): Promise<void> {
  const slow = await hash(password, { algorithm: 2, memoryCost: 65_536, timeCost: 12, parallelism: 1 });
  await inlay.running.services.store.write(async ({ everyTenant }) => {
    await everyTenant.updateTable('users').set({ password_hash: slow }).where('id', '=', id).execute();
  });
}
