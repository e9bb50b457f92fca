/** Removes credentials from external text, including their URL-encoded and base64 forms. */
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
