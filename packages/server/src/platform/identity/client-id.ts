import { OWN_CLIENTS } from './embed-principal.ts';

const shape = /^[A-Za-z0-9._-]{1,128}$/;

export const CLIENT_ID_RULE = '1 to 128 letters, digits, dots, dashes and underscores';

/** Whether an embed client may have this id. Tokens of our own clients are told apart by theirs. */
export function isClientId(value: string): boolean {
  return shape.test(value) && !Object.values<string>(OWN_CLIENTS).includes(value);
}
