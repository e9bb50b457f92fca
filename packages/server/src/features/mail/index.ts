/** The public module of this feature. */
export { type AccountNotice, composeNotice, NOTICE, notifierOf, queueNotice } from './account-notices.ts';
export { composeMail, mailTime } from './compose-mail.ts';
export { MAIL_NEUTRALS, type MailColors, type MailLook, readMailLook } from './mail-look.ts';
export { buttonStyle, mailPage } from './mail-page.ts';
export { canSend, canSendTo, findMailServer, readMailSetup } from './mail-settings.ts';
