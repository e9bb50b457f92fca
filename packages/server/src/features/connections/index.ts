/** The public module of this feature. */
export { connectAsAdmin, connectFor, type DataViewer, filesFolder, readsOfContext } from './connect-for.ts';
export { type Connection, findConnection, holdConnection } from './connections.ts';
export { createConnection, noConnection } from './manage-connections.ts';
