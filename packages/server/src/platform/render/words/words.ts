/** What a painted page says beside its content. */
export interface PageWords {
  readonly filters: string;
  readonly all: string;
  /** `{0}`: the labels of filters. */
  readonly notFilteredBy: string;
  readonly steps: string;
  readonly recommendation: string;
  readonly source: string;
  readonly again: string;
  readonly notFound: Message;
  readonly signIn: Message;
  readonly denied: Message;
  readonly refused: Message;
  readonly engine: Message;
  readonly failed: Message;
  readonly empty: Message;
}

/** What happened, and what the person in front of it can do. */
export type Message = readonly [title: string, hint: string];
