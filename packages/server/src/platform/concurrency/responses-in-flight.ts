import { AppError } from '../errors.ts';

/** What a response keeps in memory until its client has read it. */
export interface Held {
  /** Counted once, however many responses keep it. */
  readonly what: object;
  readonly bytes: () => number;
}

/** The memory of responses that clients have not read yet, within limits for this node and for each tenant (ADR 323). */
export interface ResponsesInFlight {
  /**
   * Returns how to let go of it. Throws `UNAVAILABLE` beyond a limit; where nothing else is held, a response may have any
   * size.
   */
  hold(tenantId: string, held: Held): () => void;
  bytes(): number;
}

export interface AnswerLimits {
  readonly nodeBytes: number;
  readonly tenantBytes: number;
}

const MEBIBYTE = 1024 * 1024;
const LIMITS: AnswerLimits = { nodeBytes: 256 * MEBIBYTE, tenantBytes: 128 * MEBIBYTE };

interface Counted {
  readonly bytes: number;
  responses: number;
}

export function createResponsesInFlight({
  nodeBytes,
  tenantBytes,
}: AnswerLimits = LIMITS): ResponsesInFlight {
  const held = new Map<object, Counted>();
  const tenants = new Map<string, number>();
  let total = 0;

  function add(tenantId: string, bytes: number): void {
    const ofTenant = (tenants.get(tenantId) ?? 0) + bytes;
    if (ofTenant === 0) tenants.delete(tenantId);
    else tenants.set(tenantId, ofTenant);
    total += bytes;
  }

  function count(tenantId: string, { what, bytes: measure }: Held): Counted {
    const known = held.get(what);
    if (known) return known;
    const bytes = measure();
    const exceeds = (used: number, limit: number) => used > 0 && used + bytes > limit;
    if (exceeds(tenants.get(tenantId) ?? 0, tenantBytes) || exceeds(total, nodeBytes))
      throw new AppError('UNAVAILABLE', {
        detail: 'clients have not read too many bytes of other responses',
      });
    const counted = { bytes, responses: 0 };
    held.set(what, counted);
    add(tenantId, bytes);
    return counted;
  }

  return {
    hold(tenantId, response) {
      const counted = count(tenantId, response);
      counted.responses += 1;
      return () => {
        counted.responses -= 1;
        if (counted.responses > 0) return;
        held.delete(response.what);
        add(tenantId, -counted.bytes);
      };
    },
    bytes: () => total,
  };
}
