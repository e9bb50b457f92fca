const maxLength = 1000;

/** A text of others for a log or a terminal: without control and invisible characters, and of limited length. */
export function printable(text: string): string {
  const visible = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '\ufffd');
  return visible.length > maxLength ? `${visible.slice(0, maxLength)}…` : visible;
}
