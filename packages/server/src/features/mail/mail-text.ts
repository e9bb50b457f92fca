import type { MailContent } from './mail-content.ts';
import type { MailLook } from './mail-look.ts';

/** The message for clients that show no HTML. The address stands on a line of its own, so that clients make it a link. */
export function mailText(
  { title, text, action, facts = [], note }: MailContent,
  { brand, url, messages }: MailLook,
): string {
  const parts = [
    title,
    text,
    action && `${action.label}:\n${action.url}`,
    facts.map(([name, value]) => `${name}: ${oneLine(value)}`).join('\n'),
    note,
    // RFC 3676 §4.3: what comes before the signature ends with this line.
    `-- \n${brand}\n${url.origin}\n${messages.footer({ tenant: brand })}`,
  ];
  return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}

/** A username may hold line breaks, and look like text of ours. */
const oneLine = (value: string) => value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
