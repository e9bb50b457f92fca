import type { Engine } from '@inlay/protocol/connection';
import { useMessages } from '../../messages.ts';

/** The title of the command that adds a connection of an engine. The palette has it on every screen. */
export function useConnectTitle(): (engine: Engine) => string {
  const t = useMessages('admin').connect;
  return ({ label, readsFiles }) => (readsFiles ? t.files : t.engine({ engine: label }));
}
