// The thread that `JudgingThread` starts.
import { createPublicKey, type KeyObject } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { createVault } from '../../platform/vault/vault.ts';
import { judgeRequest, type Terms } from './judge-request.ts';
import { type Answer, type PackedJudgement, packJudgement, type Question } from './judging-messages.ts';

const mostKeys = 1000;
const known = new Map<string, KeyObject>();
const means = { vault: createVault(Buffer.from(workerData as Uint8Array)), keyOf };

parentPort?.on('message', ({ id, terms, requests }: Question) => {
  const judge = ([place, now, authorization, body]: Question['requests'][number]): PackedJudgement => {
    try {
      return packJudgement(judgeRequest({ authorization, body }, terms[place] as Terms, now, means));
    } catch (error) {
      // The others of the message are judged all the same.
      return error instanceof Error ? error : new Error(String(error));
    }
  };
  parentPort?.postMessage({ id, judgements: requests.map(judge) } satisfies Answer);
});

function keyOf(pem: string): KeyObject {
  let key = known.get(pem);
  if (!key) {
    if (known.size >= mostKeys) known.clear();
    key = createPublicKey(pem);
    known.set(pem, key);
  }
  return key;
}
