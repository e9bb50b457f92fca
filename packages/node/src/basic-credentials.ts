/** RFC 6749 §2.3.1: identifier and secret are each form-encoded before they are joined, so a colon in one is safe. */
export function basicCredentials(clientId: string, clientSecret: string): string {
  const pair = `${formEncode(clientId)}:${formEncode(clientSecret)}`;
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}

function formEncode(value: string): string {
  return new URLSearchParams({ v: value }).toString().slice('v='.length);
}
