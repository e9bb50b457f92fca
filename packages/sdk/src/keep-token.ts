import type { TokenLife } from '@inlay/protocol/frame-messages';
import type { TokenProvider, TokenResponse } from './embed-options.ts';
import { InlayError } from './errors.ts';
import type { Surroundings } from './surroundings.ts';

/** An embed that lives on the token. */
export interface TokenUser {
  /** Hands the token to the frame, if there is one yet; it keeps its state and says how long the token works. */
  take(token: string): Promise<TokenLife | undefined>;
  expiring(expiresIn: number): void;
  expired(): void;
  failed(error: InlayError): void;
}

export interface TokenKeeper {
  /** The token of now, without asking anybody. */
  current(): string | undefined;
  /** The token of now, or the first one. */
  obtain(): Promise<string | undefined>;
  /** Another one, because the server refused the token of now. */
  renew(): Promise<string>;
  /** The page brought another one itself. */
  replace(token: string): Promise<void>;
  /** A frame learned how long the token works. */
  lives(life: TokenLife): void;
  join(user: TokenUser): () => void;
}

const FIRST_TRIES = 3;
const PROVIDER_MS = 30_000;
const JUST_NOW_MS = 2_000;

/**
 * Keeps one token fresh for all embeds that share it. It is renewed a minute before it ends by the server's clock
 * (a quarter of its life, if that is less), a little earlier on some pages than on others.
 */
export function keepToken(
  { now, after, random, awake }: Surroundings,
  given: string | undefined,
  provide: TokenProvider | undefined,
): TokenKeeper {
  const users = new Set<TokenUser>();
  let token = given;
  let freshAt = Number.NEGATIVE_INFINITY;
  let cancel = () => {};

  const pause = (ms: number) => new Promise<void>((resolve) => after(ms, resolve));

  const callProvider = async () => {
    const provided = await Promise.race([provide?.(), pause(PROVIDER_MS)]);
    const fresh = typeof provided === 'object' ? await readToken(provided) : provided;
    if (!fresh || typeof fresh !== 'string') throw new InlayError('TOKEN_PROVIDER_FAILED');
    return fresh;
  };

  /** Tries until it works, nobody wants it any more, or `most` is reached; slower each time. */
  const persist = async <Result>(most: number, attempt: () => Promise<Result>): Promise<Result> => {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt();
      } catch (cause) {
        const error =
          cause instanceof InlayError ? cause : new InlayError('TOKEN_PROVIDER_FAILED', undefined, cause);
        for (const user of users) user.failed(error);
        if (tries >= most || users.size === 0) throw error;
        await pause(Math.min(1_000 * 2 ** (tries - 1), 60_000) * (0.5 + random() / 2));
      }
    }
  };

  /** One embed may refuse what the others take; only a token that nobody takes is a failure. */
  const hand = async (fresh: string) => {
    token = fresh;
    freshAt = now();
    const answers = await Promise.allSettled([...users].map((user) => user.take(fresh)));
    const taken = answers.filter((answer) => answer.status === 'fulfilled');
    const [life] = taken.flatMap(({ value }) => value ?? []);
    if (life) keeper.lives(life);
    if (answers[0]?.status === 'rejected' && taken.length === 0) throw answers[0].reason;
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
    renew: () => {
      if (!provide) return Promise.reject(new InlayError('NO_TOKEN', 'Give the embed a tokenProvider.'));
      // Twenty embeds are refused within a moment of each other, some just after the first one's call.
      if (token && now() - freshAt < JUST_NOW_MS) return Promise.resolve(token);
      return next();
    },
    replace: async (fresh) => {
      await hand(fresh);
    },
    lives: ({ expiresIn }) => {
      cancel();
      const end = now() + expiresIn * 1_000;
      const lead = Math.min(60_000, expiresIn * 250) * (1 + random() / 4);
      const cancelLead = after(end - lead - now(), () => {
        for (const user of users) user.expiring(Math.max(0, Math.round((end - now()) / 1_000)));
        if (provide && users.size > 0) keeper.renew().catch(() => {});
      });
      const cancelEnd = after(end - now(), () => {
        for (const user of users) user.expired();
      });
      cancel = () => {
        cancelLead();
        cancelEnd();
      };
    },
    join: (user) => {
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
  throw new InlayError('TOKEN_PROVIDER_FAILED', `Your token endpoint: status ${provided.status}.`);
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
