/** The public module of this feature. */
export { answerResetRequest } from './answer-reset-request.ts';
export { composeLinkMail, LINK_MAIL } from './link-mail.ts';
export { RESET_REQUEST } from './request-reset.ts';
