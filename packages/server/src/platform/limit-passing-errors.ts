import type { LogFn, Logger } from 'pino';
import { AppError } from './errors.ts';
import type { Time } from './time/time.ts';

const WINDOW_MS = 1000;
/** Beyond this many distinct errors, the rest share one slot. */
const MAX_KINDS = 100;

interface Kind {
  suppressed: number;
  logLast: () => void;
}

/** Too many requests, unavailable and time limit: they pass, and no mistake of ours or of a request is behind them. */
const PASSING: readonly number[] = [429, 503, 504];

/**
 * A logger that writes each distinct passing error at most once per second, without a stack and with the number
 * suppressed: while the store or a database is down, every request fails, and logging them all would fill the disk.
 */
export function limitPassingErrors(log: Logger, time: Time): Logger {
  const kinds = new Map<string, Kind>();
  const limited: Logger = Object.create(log);

  const limit = (level: 'error' | 'warn' | 'info'): LogFn => {
    const write = (fields: object, message: string) => log[level](fields, message);
    return (first: unknown, ...rest: unknown[]) => {
      const error = errorIn(first);
      if (error === undefined) return (log[level] as (...args: unknown[]) => void)(first, ...rest);
      const message = String(rest[0] ?? error.message);
      const fields = { ...(first as object), err: withoutStack(error) };
      const name = `${level} ${message}: ${error.code} ${error.detail || error.message}`;
      const key = kinds.has(name) || kinds.size < MAX_KINDS ? name : '';
      const known = kinds.get(key);
      if (known === undefined) {
        write(fields, message);
        kinds.set(key, { suppressed: 0, logLast: () => {} });
        startWindow(key);
        return;
      }
      known.suppressed += 1;
      known.logLast = () => write({ ...fields, suppressed: known.suppressed - 1 }, message);
    };
  };

  function startWindow(key: string): void {
    time.after(WINDOW_MS, () => {
      const kind = kinds.get(key);
      if (kind === undefined || kind.suppressed === 0) return void kinds.delete(key);
      kind.logLast();
      kind.suppressed = 0;
      startWindow(key);
    });
  }

  for (const level of ['error', 'warn', 'info'] as const) limited[level] = limit(level);
  // Pino would replace the methods above.
  Object.defineProperty(limited, 'level', {
    get: () => log.level,
    set: (level: string) => {
      log.level = level;
    },
  });
  return limited;
}

function errorIn(fields: unknown): AppError | undefined {
  const error = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined;
  return error instanceof AppError && PASSING.includes(error.statusCode) ? error : undefined;
}

/** Without a message, or the log would add a stack. */
const withoutStack = (error: AppError) => ({
  type: error.constructor.name,
  code: error.code,
  detail: error.detail || error.message,
});
