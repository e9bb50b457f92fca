import type { Engine } from '@inlay/protocol/connection';

/** The command that adds a connection of this engine. */
export const connectTitle = ({ label, readsFiles }: Engine): string =>
  readsFiles ? 'Read uploaded files' : `Connect ${label}`;
