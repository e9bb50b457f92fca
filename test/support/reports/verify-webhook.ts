import { readFileSync } from 'node:fs';
import type { ReceivedRequest } from './start-webhook-server.ts';

type Verify = (request: Pick<ReceivedRequest, 'headers' | 'body'>, secret: string, now: number) => boolean;

/** The sample of the guide. */
const guide = readFileSync(new URL('../../../docs/guide/report-destinations.md', import.meta.url), 'utf8');
const [, sample = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? [];
const { isFromInlay }: { readonly isFromInlay: Verify } = await import(
  `data:text/javascript,${encodeURIComponent(sample)}`
);

/** Verifies a request as the guide tells customers to. */
export const verifiesWebhook: Verify = isFromInlay;
