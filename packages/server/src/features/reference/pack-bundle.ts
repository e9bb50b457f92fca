import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { brotliCompress, constants, gzip } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

/** The compressed script of the API reference, with a content hash in its name. */
export interface ScriptBundle {
  readonly name: string;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
}

// Runs as a worker: the package holds its script as one string of 4 MB, which would stay in the server's memory and
// block its event loop. Only its Fastify plugin serves that string, so an app that never listens loads it.
const server = Fastify();
server.register(scalar, { routePrefix: '/', configuration: { url: '/' } });
const { body, statusCode } = await server.inject('/js/scalar.js');
if (statusCode !== 200)
  throw new Error(`The script of the API reference responded with status ${statusCode}.`);

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const [br, gz] = await Promise.all([promisify(brotliCompress)(body, quality), promisify(gzip)(body)]);
const bundle: ScriptBundle = { name: `${hash('sha256', body, 'hex').slice(0, 16)}.js`, br, gzip: gz };
parentPort?.postMessage(bundle);
