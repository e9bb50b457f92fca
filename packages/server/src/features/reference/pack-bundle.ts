import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { brotliCompress, constants, gzip } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import type { ScriptBundle } from './bundle.ts';

// Runs as a worker: the package holds its script as one string of 4 MB, which a server need not keep in memory
// nor wait for. Its plugin is the only door to that string, so a server that never listens is asked for it.
const shelf = Fastify();
shelf.register(scalar, { routePrefix: '/', configuration: { url: '/' } });
const { body, statusCode } = await shelf.inject('/js/scalar.js');
if (statusCode !== 200) throw new Error(`The script of the API reference answered ${statusCode}.`);

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const [br, gz] = await Promise.all([promisify(brotliCompress)(body, quality), promisify(gzip)(body)]);
const bundle: ScriptBundle = { name: `${hash('sha256', body, 'hex').slice(0, 16)}.js`, br, gzip: gz };
parentPort?.postMessage(bundle);
