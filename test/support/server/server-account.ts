import { chownSync, readFileSync, writeFileSync } from 'node:fs';

export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** Database servers refuse to run as root, so root hands them to their own user, or to nobody. Others run them as themselves. */
export function serverAccount(name: string): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const passwd = readFileSync('/etc/passwd', 'utf8');
  const entry = findEntry(passwd, name) ?? findEntry(passwd, 'nobody');
  if (entry === undefined)
    throw new Error(`Running as root, and /etc/passwd has neither ${name} nor nobody.`);
  return entry;
}

/** A file that only the server can read, as servers want their keys. */
export function writeForServer(file: string, content: string, account: ServerAccount | undefined): void {
  writeFileSync(file, content, { mode: 0o600 });
  if (account !== undefined) chownSync(file, account.uid, account.gid);
}

function findEntry(passwd: string, name: string): ServerAccount | undefined {
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':');
  return fields === undefined ? undefined : { uid: Number(fields[2]), gid: Number(fields[3]) };
}
