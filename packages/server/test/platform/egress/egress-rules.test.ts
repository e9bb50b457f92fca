import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { test } from 'node:test';
import { CheckedSocket } from '../../../src/platform/egress/checked-socket.ts';
import { AddressNotAllowedError, makeEgressRules } from '../../../src/platform/egress/egress-rules.ts';
import { systemTime } from '../../../src/platform/time/time.ts';

const REFUSED = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:0:127.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001:0:4136:e378::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '[::1]',
];
const PUBLIC = [
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '2606:4700::1111',
  '64:ff9b::8.8.8.8',
  '::ffff:8.8.8.8',
];

for (const [address, value] of [
  ['10.1.2.3', '10.1.2.3/32'],
  ['[fd00::5]', 'fd00::5/128'],
] as const)
  test(`says with which value to restart to allow ${address}`, () => {
    const messageFor = (networks: readonly string[]) => {
      try {
        makeEgressRules(networks, systemTime).anyAllowed.checkLiteral(address);
        return '';
      } catch (error) {
        return String(error);
      }
    };
    const restart = (all: string) =>
      `restarts Inlay with INLAY_ALLOW_PRIVATE_NETWORKS=${all} (or --allow-private-networks=${all}).`;
    assert.ok(messageFor([]).endsWith(restart(value)));
    assert.ok(messageFor(['127.0.0.0/8', '::1/128']).endsWith(restart(`127.0.0.0/8,::1/128,${value}`)));
    const others = messageFor(['192.168.0.0/16']);
    assert.ok(others.endsWith(`adds ${value} to INLAY_ALLOW_PRIVATE_NETWORKS and restarts Inlay.`), others);
  });

test('does not advise to allow the metadata service of a cloud', () => {
  const check = () => makeEgressRules([], systemTime).anyAllowed.checkLiteral('169.254.169.254');
  assert.throws(check, (error) => !/169\.254\.169\.254\/32/.test(String(error)));
});

for (const address of REFUSED) {
  test(`refuses ${address} and names the variable that would allow it`, () => {
    assert.throws(
      () => makeEgressRules([], systemTime).anyAllowed.checkLiteral(address),
      (error) =>
        error instanceof AddressNotAllowedError && /INLAY_ALLOW_PRIVATE_NETWORKS/.test(error.message),
    );
  });
}

for (const address of PUBLIC) {
  test(`allows the public address ${address}`, () => {
    makeEgressRules([], systemTime).anyAllowed.checkLiteral(address);
  });
}

test('allows a private address inside a listed range only', () => {
  const rule = makeEgressRules(['10.1.0.0/16', 'fd00:1::/32', '127.0.0.1'], systemTime).anyAllowed;
  for (const address of ['10.1.255.1', '::ffff:10.1.0.1', 'fd00:1::5', '127.0.0.1'])
    rule.checkLiteral(address);
  for (const address of ['10.2.0.1', 'fd00:2::5', '127.0.0.2', '::ffff:10.2.0.1']) {
    assert.throws(() => rule.checkLiteral(address), AddressNotAllowedError);
  }
});

test('allows plain http only to listed addresses, even if public', () => {
  const rule = makeEgressRules(['8.8.8.0/24'], systemTime).onlyListed;
  rule.checkLiteral('8.8.8.8');
  assert.throws(() => rule.checkLiteral('1.1.1.1'), /requires https/);
});

for (const range of ['10.0.0.0/33', '10.0.0/8', 'localhost', '10.0.0.0/', 'fd00::/129', '']) {
  test(`refuses to start with ${JSON.stringify(range)} as a range, naming the variable`, () => {
    assert.throws(() => makeEgressRules([range], systemTime), /INLAY_ALLOW_PRIVATE_NETWORKS/);
  });
}

test('connected address: a socket that got past every other check is destroyed before a byte is sent', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const received: unknown[] = [];
  const ended = new Promise<void>((resolve) => {
    server.on('connection', (socket) => {
      socket.on('data', (bytes) => received.push(bytes)).on('error', () => {});
      socket.on('close', () => resolve());
    });
  });
  const socket = connect(port, '127.0.0.1');
  // One write waits for the connection, the other is made by a listener, as drivers do.
  socket.write('canary', () => {});
  socket.on('connect', () => socket.write('canary', () => {}));
  makeEgressRules([], systemTime).anyAllowed.checkConnected(socket);
  const [error] = (await once(socket, 'error')) as [Error];
  assert.ok(error instanceof AddressNotAllowedError);
  assert.match(error.message, /^127\.0\.0\.1 is a private/);
  await ended;
  assert.deepEqual(received, []);
  server.close();
});

test('refuses a name that resolves to a private address, at the moment of connecting', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.destroy();
  });
  const socket = new CheckedSocket(makeEgressRules([], systemTime).anyAllowed);
  socket.connect(port, 'localhost');
  const [error] = (await once(socket, 'error')) as [Error];
  assert.ok(error instanceof AddressNotAllowedError);
  assert.match(error.message, /localhost \(.*127\.0\.0\.1.*\)/);

  const literal = new CheckedSocket(makeEgressRules([], systemTime).anyAllowed);
  literal.connect({ port, host: '127.0.0.1' });
  const [literalError] = (await once(literal, 'error')) as [Error];
  assert.ok(literalError instanceof AddressNotAllowedError);
  assert.equal(connections, 0);

  const allowed = new CheckedSocket(makeEgressRules(['127.0.0.0/8', '::1'], systemTime).anyAllowed);
  allowed.connect(port, 'localhost');
  await once(allowed, 'connect');
  assert.equal(allowed.remoteAddress, '127.0.0.1');
  allowed.destroy();
  server.close();
});
