/** Takes credentials out of a text from outside, also in the forms that URLs and HTTP headers give them. */
export function redact(text: string, credentials: readonly string[]): string {
  return credentials
    .filter((credential) => credential !== '')
    .flatMap((credential) => [
      credential,
      encodeURIComponent(credential),
      Buffer.from(credential).toString('base64'),
    ])
    .reduce((clean, form) => clean.replaceAll(form, '•••'), text);
}
