// Receives the messages that viewers have sent to this shop with "Send me this": a webhook, which believes nobody without
// the signature. Yours would store messages; this one remembers the latest.
import { verifyInlaySignature } from '@inlay/node';

const MEBIBYTE = 1024 * 1024;
// Inlay sends at most 20 MiB of images and files, which base64 makes a third larger, and tables.
const MAX_BYTES = 32 * MEBIBYTE;
const MAX_MESSAGES = 40;
const MAX_KEPT_BYTES = 2 * MAX_BYTES;

/** `readSecret` returns the signing secret of the webhook, or undefined. */
export function createInbox(readSecret) {
  let messages = [];
  return {
    /** The status to respond with. */
    async receive(request) {
      const body = await readBody(request);
      if (!body) return 413;
      if (!verifyInlaySignature(body, request.headers, readSecret())) return 401;
      const message = { ...JSON.parse(body), bytes: body.length };
      // Inlay sends a message again if it does not get our response: its id, the idempotency key, stays the same.
      if (!messages.some(({ id }) => id === message.id)) messages = latest([message, ...messages]);
      return 204;
    },
    /** The messages of a user, latest first. A test that an administrator sends has no user and no data. */
    messagesOf: (name) =>
      messages.filter(({ type, username }) => type === 'test' || username === name).slice(0, 20),
  };
}

async function readBody(request) {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > MAX_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function latest(messages) {
  let left = MAX_KEPT_BYTES;
  return messages.slice(0, MAX_MESSAGES).filter(({ bytes }) => {
    left -= bytes;
    return left >= 0;
  });
}
