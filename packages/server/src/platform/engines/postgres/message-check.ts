import { badResponse, EngineError } from '../engine-error.ts';
import { MAX_COLUMNS, MAX_ROW_BYTES, tooManyColumns } from '../result-limits.ts';
import { columnNames, RowCheck } from './row-check.ts';

const HEADER_BYTES = 5;
/** Errors, notices, the steps of a login, and the columns of a result. */
const MAX_CHECKED_BYTES = 1024 * 1024;

const AUTHENTICATION = 0x52; // R
const DATA_ROW = 0x44; // D
const ROW_DESCRIPTION = 0x54; // T
const REPORTS = [0x45, 0x4e]; // E, N

/** Ways to log in that need a library or a ticket of this machine. */
const UNSUPPORTED: Readonly<Record<number, string>> = {
  2: 'Kerberos V5',
  6: 'SCM credentials',
  7: 'GSSAPI',
  8: 'GSSAPI',
  9: 'SSPI',
};

/**
 * Looks at the messages of a server before the driver parses them: their lengths, and those in whose contents the driver
 * would get lost. Throws an `EngineError` that says what is wrong.
 */
export function messageCheck(): (chunk: Buffer) => void {
  const header = Buffer.alloc(HEADER_BYTES);
  let known = 0;
  let left = 0;
  let body: Buffer[] | undefined;
  let names: readonly string[] = [];
  const rows = new RowCheck();
  let row: RowCheck | undefined;

  function begin(): void {
    const type = header.readUInt8(0);
    // The length counts itself.
    left = header.readInt32BE(1) - 4;
    if (left < 0) throw unreadable('a message of negative length');
    row = type === DATA_ROW ? rows : undefined;
    row?.begin(names, left);
    if (!row && left > MAX_ROW_BYTES) throw unreadable('a message that is too long');
    const isChecked = type === AUTHENTICATION || type === ROW_DESCRIPTION || REPORTS.includes(type);
    if (isChecked && left > MAX_CHECKED_BYTES) throw unreadable('a message that is too long');
    body = isChecked ? [] : undefined;
  }

  function end(type: number, content: Buffer): void {
    if (type === AUTHENTICATION) checkLogin(content);
    else if (type === ROW_DESCRIPTION) {
      names = columnNames(content);
      if (names.length > MAX_COLUMNS) throw tooManyColumns(names.length);
    } else checkReport(content);
  }

  return (chunk) => {
    for (let at = 0; at < chunk.length || (known === HEADER_BYTES && left === 0); ) {
      if (known < HEADER_BYTES) {
        const count = chunk.copy(header, known, at, at + HEADER_BYTES - known);
        known += count;
        at += count;
        if (known === HEADER_BYTES) begin();
        continue;
      }
      const part = chunk.subarray(at, at + left);
      at += part.length;
      left -= part.length;
      body?.push(part);
      row?.look(part);
      if (left > 0) continue;
      row?.end();
      if (body) end(header.readUInt8(0), Buffer.concat(body));
      known = 0;
    }
  };
}

/** Fields end with a zero, and so does their list. */
function checkReport(body: Buffer): void {
  if (body.at(-1) !== 0 || (body.length > 1 && body.at(-2) !== 0)) throw unreadable('an unterminated report');
}

function checkLogin(body: Buffer): void {
  if (body.length < 4) throw unreadable('a login step without a kind');
  const method = UNSUPPORTED[body.readInt32BE(0)];
  if (method === undefined) return;
  throw new EngineError('BAD_CONNECTION', {
    message: `The database requires ${method} authentication, which is not supported. Allow its user to log in with a password, for example with scram-sha-256 in pg_hba.conf.`,
  });
}

const unreadable = (what: string) => badResponse(`The server sent ${what}.`);
