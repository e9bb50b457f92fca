export interface Progress {
  /** `share` is between 0 and 1. */
  update(share: number, users: number): void;
  end(): void;
}

const barWidth = 30;
const barEveryMs = 100;
const lineEveryMs = 5000;

/** Writes a progress bar on terminals, otherwise a line every few seconds, to standard error. */
export function printProgress(out: NodeJS.WriteStream = process.stderr): Progress {
  const started = performance.now();
  const every = out.isTTY ? barEveryMs : lineEveryMs;
  let last = out.isTTY ? 0 : started;
  let hasPrinted = false;
  return {
    update(share, users) {
      const now = performance.now();
      if (now - last < every) return;
      last = now;
      hasPrinted = true;
      const perSecond = Math.round((users * 1000) / (now - started));
      const counted = `${Math.floor(share * 100)}%  ${number(users)} users  ${number(perSecond)}/s`;
      out.write(out.isTTY ? `\r\u001b[K${bar(share)} ${counted}` : `${counted}\n`);
    },
    end() {
      if (hasPrinted && out.isTTY) out.write('\r\u001b[K');
    },
  };
}

function bar(share: number): string {
  const filled = Math.round(Math.min(1, share) * barWidth);
  return '█'.repeat(filled) + '░'.repeat(barWidth - filled);
}

export const number = (value: number): string => value.toLocaleString('en-US');
