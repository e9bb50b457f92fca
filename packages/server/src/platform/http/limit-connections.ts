import { readFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import type { Config } from '../../config.ts';
import type { Metrics } from '../metrics.ts';

const MAX_CONNECTIONS = 10_000;

/** Limits and counts client connections. Excess connections are dropped before anything is read. */
export function limitConnections(
  server: Server,
  { config, metrics }: { readonly config: Config; readonly metrics: Metrics },
): void {
  server.maxConnections = config.maxConnections ?? defaultMaxConnections();
  server.on('drop', () => metrics.droppedConnections.inc());
  server.on('connection', (socket) => {
    metrics.connections.inc();
    socket.once('close', () => metrics.connections.dec());
  });
}

/** Leaves a quarter of the open files to the store, uploads, and connections to databases. */
function defaultMaxConnections(): number {
  return Math.min(MAX_CONNECTIONS, Math.floor(openFileLimit() * 0.75));
}

/** Node raises the soft limit to the hard one as it starts. Systems without this file allow more than that. */
function openFileLimit(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** How long a client may stop reading a response. */
const STALL_MS = 60_000;

/**
 * Destroys the connection of a client that stops reading a response, but not while the response is being computed.
 */
export function dropStalledReader(response: ServerResponse, stallMs = STALL_MS): void {
  response.setTimeout(stallMs, () => {
    const { socket } = response;
    if (socket && socket.writableLength > 0) socket.destroy();
  });
}
