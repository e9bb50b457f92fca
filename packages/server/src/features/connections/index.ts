/** The public module of this feature. */
export {
  connectAsAdmin,
  connectFor,
  type DataViewer,
  filesFolder,
  readsOfContext,
  whyNotOpened,
} from './connect-for.ts';
export { ALL_FIELDS, type ConnectionFile, ConnectionFileSchema } from './connection-schemas.ts';
export {
  type Connection,
  findConnection,
  findConnections,
  holdConnection,
  PASSWORD_PURPOSE,
} from './connections.ts';
export { createConnection, putConnection, requireConnection } from './manage-connections.ts';
