/** A query by a column of which the viewer sees only masked values. */
export class MaskedColumnError extends Error {
  constructor(column: string) {
    super(
      `column ${column} is masked for this viewer, so a query cannot group, filter, sort, join or aggregate by it`,
    );
    this.name = 'MaskedColumnError';
  }
}
