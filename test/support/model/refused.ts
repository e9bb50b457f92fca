/** Thrown where the product must refuse the query. */
export class Refused extends Error {
  /** True if it may also answer, because no rows are left that the reason would apply to. */
  readonly isOptional: boolean;

  constructor(message: string, isOptional = false) {
    super(message);
    this.isOptional = isOptional;
  }
}
