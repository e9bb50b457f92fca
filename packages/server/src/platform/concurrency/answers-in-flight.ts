import { AppError } from '../errors.ts';

/** What an answer keeps in memory until its client has read it. */
export interface Held {
  /** Counted once, however many answers keep it. */
  readonly what: object;
  readonly bytes: () => number;
}

/** The memory of answers that clients have not read yet, within limits for this node and for each tenant (ADR 323). */
export interface AnswersInFlight {
  /**
   * Returns how to let go of it. Throws `UNAVAILABLE` beyond a limit; where nothing else is held, an answer may have any
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
  answers: number;
}

export function createAnswersInFlight({ nodeBytes, tenantBytes }: AnswerLimits = LIMITS): AnswersInFlight {
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
      throw new AppError('UNAVAILABLE', { detail: 'clients have not read too many bytes of other answers' });
    const counted = { bytes, answers: 0 };
    held.set(what, counted);
    add(tenantId, bytes);
    return counted;
  }

  return {
    hold(tenantId, answer) {
      const counted = count(tenantId, answer);
      counted.answers += 1;
      return () => {
        counted.answers -= 1;
        if (counted.answers > 0) return;
        held.delete(answer.what);
        add(tenantId, -counted.bytes);
      };
    },
    bytes: () => total,
  };
}
