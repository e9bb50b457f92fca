// The thread that `SignatureThread` starts.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { checkBatch, type SignatureBatch } from './signature-batch.ts';

const mostKeys = 1000;
const known = new Map<string, KeyObject>();

parentPort?.on('message', (batch: SignatureBatch) => {
  const verdicts = checkBatch(batch, isSigned);
  parentPort?.postMessage(verdicts, [verdicts.buffer]);
});

/** RS512 (RFC 7518 §3.3). The algorithm stands here and nowhere in what a caller sends. */
function isSigned(pem: string, signed: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verify('sha512', signed, keyOf(pem), signature);
  } catch {
    return false;
  }
}

function keyOf(pem: string): KeyObject {
  let key = known.get(pem);
  if (!key) {
    if (known.size >= mostKeys) known.clear();
    key = createPublicKey(pem);
    known.set(pem, key);
  }
  return key;
}
