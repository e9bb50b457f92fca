import { inEnglish, type Reason } from '../../rules/reason.ts';

/** A query by a column of which the viewer sees only masked values. */
export class MaskedColumnError extends Error {
  readonly reason: Reason;

  constructor(column: string) {
    const reason: Reason = ({ data }) => data.masked({ column });
    super(inEnglish(reason));
    this.name = 'MaskedColumnError';
    this.reason = reason;
  }
}
