import type { Peer } from './peer.ts';

/** A part of what a server sends: bytes, or something else to do with the connection. */
export type Part = Buffer | ((peer: Peer) => Promise<void>);

export async function sendParts(peer: Peer, parts: readonly Part[]): Promise<void> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) await peer.send(part);
    else await part(peer);
  }
}

export const hang: Part = (peer) => peer.hang();
export const end: Part = (peer) => peer.end();
export const reset: Part = async (peer) => peer.reset();
export const slowly =
  (bytes: Buffer): Part =>
  (peer) =>
    peer.sendSlowly(bytes);
export const byByte =
  (bytes: Buffer): Part =>
  (peer) =>
    peer.sendByByte(bytes);
export const endlessly =
  (bytes: Buffer): Part =>
  (peer) =>
    peer.sendEndlessly(bytes);
