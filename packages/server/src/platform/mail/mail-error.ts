/** A message that was not sent. Its text is for administrators: one sentence or two, without secrets. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** Whether sending it later may succeed. */
  readonly isTemporary: boolean;

  constructor(
    message: string,
    { isTemporary, ...options }: { readonly isTemporary: boolean } & ErrorOptions,
  ) {
    super(message, options);
    this.isTemporary = isTemporary;
  }
}
