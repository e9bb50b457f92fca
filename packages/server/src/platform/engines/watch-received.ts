import type { Duplex } from 'node:stream';
import type { QueryLimits } from './engine.ts';
import { maxReceivedBytes, receivedTooMuch } from './result-limits.ts';

/** Looks at what a connection receives, and throws what is wrong with it. */
export type ReceivedCheck = (chunk: Buffer) => void;

/** Ends a connection with the error of a check. Returns how to stop watching. */
export function watchReceived(stream: Duplex, checks: readonly ReceivedCheck[]): () => void {
  const look = (chunk: Buffer) => {
    try {
      for (const check of checks) check(chunk);
    } catch (error) {
      stream.destroy(error as Error);
    }
  };
  stream.on('data', look);
  return () => stream.off('data', look);
}

export function checkAmount(limits: Pick<QueryLimits, 'maxBytes'>): ReceivedCheck {
  let left = maxReceivedBytes(limits);
  return (chunk) => {
    left -= chunk.length;
    if (left < 0) throw receivedTooMuch();
  };
}
