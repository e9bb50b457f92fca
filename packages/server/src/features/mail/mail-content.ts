/** What a message says, without its looks. */
export interface MailContent {
  readonly subject: string;
  readonly title: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly url: string };
  /** Names and values. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  readonly note?: string;
}
