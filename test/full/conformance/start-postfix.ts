import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installOnce } from '../../support/engines/install-once.ts';
import { runProgram } from '../../support/engines/run-program.ts';
import type { TestCertificate } from '../../support/network/test-certificate.ts';
import { freePort } from '../../support/server/free-port.ts';
import { eventually } from '../../support/time/eventually.ts';
import { findProgram, startProgram } from '../browsers/start-program.ts';

export interface Postfix {
  readonly port: number;
  /** The messages in the mailbox of its one user, as they were delivered. */
  delivered(): readonly string[];
  stop(): Promise<void>;
}

/** Users and groups that every Debian has, and that nothing runs as while tests do. */
const MAIL = 8;
const OWNER = 'mail';
const GROUP = 'games';

/** Why Postfix cannot be started here, if it cannot. */
export const noPostfix: string | false =
  process.getuid?.() === 0 && findProgram('apt-get') && findProgram('dpkg')
    ? false
    : 'Postfix needs root, and apt-get to download it';

/** Debian's package, unpacked into a folder of its own: nothing is installed or configured on the machine. */
const installPostfix = (): Promise<string> =>
  installOnce('postfix', (folder) =>
    runProgram('sh', [
      '-c',
      'cd "$0" && apt-get -qq download postfix && dpkg -x postfix_*.deb . && rm postfix_*.deb',
      folder,
    ]),
  );

/** Starts Postfix on loopback: it requires STARTTLS and has one mailbox, `address`. */
export async function startPostfix(address: string, { certificate, key }: TestCertificate): Promise<Postfix> {
  const installed = await installPostfix();
  const libraries = join(installed, 'usr/lib/postfix');
  const home = mkdtempSync(join(tmpdir(), 'inlay-postfix-'));
  chmodSync(home, 0o755);
  const port = await freePort();
  makeFolders(home);
  writeFileSync(join(home, 'etc/crt'), certificate);
  writeFileSync(join(home, 'etc/key'), key, { mode: 0o600 });
  writeFileSync(join(home, 'etc/main.cf'), mainSettings(home, installed, address));
  writeFileSync(join(home, 'etc/master.cf'), services(port));
  const program = startProgram(join(libraries, 'sbin/master'), ['-d', '-c', join(home, 'etc')], {
    env: { ...process.env, LD_LIBRARY_PATH: libraries, MAIL_CONFIG: join(home, 'etc') },
  });
  const log = () => (existsSync(join(home, 'log')) ? readFileSync(join(home, 'log'), 'utf8') : '');
  const stop = async () => {
    await program.stop();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await eventually(() => assert.match(log(), /daemon started/, program.written()));
  } catch (error) {
    await stop();
    throw error;
  }
  const mailbox = join(home, 'mail/box/new');
  return {
    port,
    delivered: () =>
      existsSync(mailbox)
        ? readdirSync(mailbox).map((file) => readFileSync(join(mailbox, file), 'utf8'))
        : [],
    stop,
  };
}

/** As `postfix set-permissions` would make them. */
function makeFolders(home: string): void {
  const queues =
    'active bounce corrupt defer deferred flush hold incoming maildrop private public saved trace'.split(' ');
  for (const name of [
    'etc',
    'queue',
    'queue/pid',
    'data',
    'mail',
    ...queues.map((queue) => `queue/${queue}`),
  ])
    mkdirSync(join(home, name));
  for (const name of ['data', 'mail', ...queues.map((queue) => `queue/${queue}`)])
    chownSync(join(home, name), MAIL, MAIL);
  for (const queue of queues) chmodSync(join(home, 'queue', queue), queue === 'public' ? 0o710 : 0o700);
}

const mainSettings = (home: string, installed: string, address: string): string => `
compatibility_level = 3.6
queue_directory = ${home}/queue
data_directory = ${home}/data
command_directory = ${installed}/usr/sbin
daemon_directory = ${installed}/usr/lib/postfix/sbin
shlib_directory = ${installed}/usr/lib/postfix
meta_directory = ${installed}/etc/postfix
import_environment = MAIL_CONFIG LD_LIBRARY_PATH TZ
mail_owner = ${OWNER}
setgid_group = ${GROUP}
maillog_file = ${home}/log
maillog_file_prefixes = ${home}
myhostname = mx.customer.example
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mydestination =
mynetworks =
alias_maps =
virtual_mailbox_domains = ${address.slice(address.indexOf('@') + 1)}
virtual_mailbox_maps = inline:{ ${address}=box/ }
virtual_mailbox_base = ${home}/mail
virtual_minimum_uid = 1
virtual_uid_maps = static:${MAIL}
virtual_gid_maps = static:${MAIL}
smtpd_relay_restrictions = reject_unauth_destination
smtpd_tls_security_level = encrypt
smtpd_tls_cert_file = ${home}/etc/crt
smtpd_tls_key_file = ${home}/etc/key
`;

/** The daemons that receive and deliver, without a chroot. */
const services = (port: number): string => `
127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
proxymap unix - - n - - proxymap
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;
