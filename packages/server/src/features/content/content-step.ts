/** Who makes a change, when, and what it is called in the history. */
export interface ContentStep {
  readonly action: string;
  readonly author: string | null;
  readonly at: number;
  readonly comment?: string | undefined;
}
