/** A message that was not sent. Its text is for administrators: one sentence or two, without secrets. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** Whether sending it later may succeed. */
  readonly isTemporary: boolean;
  /** Whether the server may have taken it without saying so: sending it again might deliver it twice. */
  readonly mayHaveArrived: boolean;

  constructor(
    message: string,
    {
      isTemporary,
      mayHaveArrived = false,
      ...options
    }: { readonly isTemporary: boolean; readonly mayHaveArrived?: boolean } & ErrorOptions,
  ) {
    super(message, options);
    this.isTemporary = isTemporary;
    this.mayHaveArrived = mayHaveArrived;
  }
}
