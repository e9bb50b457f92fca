import type { WireContext } from './embed-context.ts';

/** 3.5 KB: what the service keeps of a context. */
export const contextLimit = 3584;

/** The size as the service takes it: the compact JSON of the claim, in UTF-8. */
export function measureContext(context: WireContext) {
  const bytesByField = Object.fromEntries(
    Object.entries(context).map(([field, value]) => [field, jsonBytes({ [field]: value }) - '{}'.length]),
  );
  return { bytes: jsonBytes(context), bytesByField };
}

function jsonBytes(value: WireContext): number {
  return Buffer.byteLength(JSON.stringify(value), 'utf8');
}
