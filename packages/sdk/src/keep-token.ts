import type { TokenLife } from '@inlay/protocol/frame-messages';
import type { TokenProvider, TokenResponse } from './embed-options.ts';
import { InlayError } from './errors.ts';
import type { PageContext } from './page-context.ts';

/** An embed that uses the token. */
export interface TokenUser {
  /** Sends the token to the frame, if there is one yet, and returns how long it is valid. */
  take(token: string): Promise<TokenLife | undefined>;
  expiring(expiresIn: number): void;
  expired(): void;
  failed(error: InlayError): void;
}

export interface TokenKeeper {
  /** The current token, if there is one. */
  current(): string | undefined;
  /** The current token, or the first one. */
  obtain(): Promise<string | undefined>;
  /** A new token, because the server refused the current one. */
  renew(): Promise<string>;
  /** The page passed a new token. */
  replaceToken(token: string): Promise<void>;
  /** A frame reported how long the token is valid. */
  lives(life: TokenLife): void;
  addUser(user: TokenUser): () => void;
}

const FIRST_TRIES = 3;
const PROVIDER_MS = 30_000;
const JUST_NOW_MS = 2_000;

/**
 * Renews one token for all embeds that share it, a minute before it expires by the server's clock (or a quarter of its
 * life, if that is less), with jitter.
 */
export function keepToken(
  { clock, schedule, chance, awake }: PageContext,
  given: string | undefined,
  provide?: TokenProvider,
): TokenKeeper {
  const users = new Set<TokenUser>();
  let token = given;
  let freshAt = Number.NEGATIVE_INFINITY;
  let cancel = () => {};

  const pause = (ms: number) => new Promise<void>((resolve) => schedule(ms, resolve));

  const callProvider = async () => {
    const provided = await Promise.race([provide?.(), pause(PROVIDER_MS)]);
    const fresh = typeof provided === 'object' ? await readToken(provided) : provided;
    if (!fresh || typeof fresh !== 'string') throw new InlayError('TOKEN_PROVIDER_FAILED');
    return fresh;
  };

  /** Retries with back-off, up to `maxTries`, while an embed uses the token. */
  const persist = async <Result>(maxTries: number, attempt: () => Promise<Result>): Promise<Result> => {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt();
      } catch (cause) {
        const error =
          cause instanceof InlayError ? cause : new InlayError('TOKEN_PROVIDER_FAILED', undefined, { cause });
        for (const user of users) user.failed(error);
        if (tries >= maxTries || users.size === 0) throw error;
        await pause(Math.min(1_000 * 2 ** (tries - 1), 60_000) * (0.5 + chance() / 2));
      }
    }
  };

  /** One embed may refuse a token that others accept; it fails only if all of them refuse it. */
  const hand = async (fresh: string) => {
    token = fresh;
    freshAt = clock();
    const results = await Promise.allSettled([...users].map((user) => user.take(fresh)));
    const taken = results.filter((result) => result.status === 'fulfilled');
    const [life] = taken.flatMap(({ value }) => value ?? []);
    if (life) keeper.lives(life);
    const refused = results.find((result) => result.status !== 'fulfilled');
    if (refused && taken.length === 0) throw refused.reason;
    return fresh;
  };

  const first = shared(() => persist(FIRST_TRIES, callProvider));
  const next = shared(() =>
    persist(Number.POSITIVE_INFINITY, async () => {
      await awake();
      return hand(await callProvider());
    }),
  );

  const keeper: TokenKeeper = {
    current: () => token,
    obtain: async () => {
      if (token || !provide) return token;
      token = await first();
      return token;
    },
    renew: async () => {
      if (!provide) throw new InlayError('NO_TOKEN', 'The token expired: pass a `tokenProvider`.');
      // Many embeds are refused at almost the same time, some just after the first one's call.
      return token && clock() - freshAt < JUST_NOW_MS ? token : next();
    },
    replaceToken: async (fresh) => {
      await hand(fresh);
    },
    lives: ({ expiresIn }) => {
      cancel();
      const end = clock() + expiresIn * 1_000;
      const lead = Math.min(60_000, expiresIn * 250) * (1 + chance() / 4);
      const cancelLead = schedule(end - lead - clock(), () => {
        for (const user of users) user.expiring(Math.max(0, Math.round((end - clock()) / 1_000)));
        if (provide && users.size > 0) keeper.renew().catch(() => {});
      });
      const cancelEnd = schedule(end - clock(), () => {
        for (const user of users) user.expired();
      });
      cancel = () => {
        cancelLead();
        cancelEnd();
      };
    },
    addUser: (user) => {
      users.add(user);
      return () => {
        users.delete(user);
        if (users.size === 0) cancel();
      };
    },
  };
  return keeper;
}

async function readToken(provided: TokenResponse | { readonly token: string }): Promise<string> {
  if ('token' in provided) return provided.token;
  if (provided.ok) return (await provided.json()).token;
  throw new InlayError(
    'TOKEN_PROVIDER_FAILED',
    `The token endpoint responded with ${provided.status}.`,
    provided,
  );
}

/** Calls made while a request is in flight share its response. */
function shared<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
