/** Why the server did not do what the builder asked; without a status it was not reached. */
export class Refusal extends Error {
  readonly status: number | undefined;
  readonly code: string | undefined;

  constructor(message: string, status?: number, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
