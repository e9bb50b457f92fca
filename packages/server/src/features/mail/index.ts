/** The public module of this feature. */
export { type AccountNotice, composeNotice, NOTICE, notifierOf, queueNotice } from './account-notices.ts';
export { composeMail, mailTime } from './compose-mail.ts';
export { type MailLook, readMailLook } from './mail-look.ts';
export { canSend, canSendTo, findMailServer, readMailSetup } from './mail-settings.ts';
