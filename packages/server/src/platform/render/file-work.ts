/** What is made of text that was drawn already. */
export type FileWork =
  | { readonly kind: 'png'; readonly svg: string; readonly scale: number }
  | {
      readonly kind: 'pdf';
      readonly pages: readonly string[];
      readonly title: string;
      readonly language: string;
    }
  | { readonly kind: 'xlsx'; readonly parts: Readonly<Record<string, string>> };

export interface FileAnswer {
  readonly id: number;
  readonly bytes?: Uint8Array;
  readonly error?: string;
}
