import type { ActivityMessages } from '@inlay/messages/activity';
import type { AuditAction } from '@inlay/protocol/audit-action';

type ActionTexts = ActivityMessages['audit']['actions'];

/** The text of an action. One that an earlier version recorded is shown by its name. */
export function actionText(texts: ActionTexts, action: string): string {
  // Every action has a message.
  const known: Readonly<Record<AuditAction, string>> = texts;
  return action in known ? known[action as AuditAction] : action;
}
