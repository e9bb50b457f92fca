import { readMailAddress } from '../../../platform/mail/mail-address.ts';
import type { Identity } from '../accounts/identity.ts';
import type { Claims } from '../accounts/read-claim.ts';
import type { SamlAssertion } from './saml-assertion.ts';

/** Of WS-Federation, as Microsoft Entra ID and AD FS name attributes. */
const WS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/** In the order in which they count. */
const EMAIL = ['email', 'mail', 'emailAddress', `${WS}emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'];
const FIRST_NAME = ['givenName', 'firstName', 'urn:oid:2.5.4.42', `${WS}givenname`];
const LAST_NAME = ['sn', 'surname', 'lastName', 'urn:oid:2.5.4.4', `${WS}surname`];

/** Claims that mean what is checked here, and never what an attribute of the same name says. */
const RESERVED = ['nameId', 'nameIdFormat', 'email', 'email_verified'];

/** The person who signed in. */
export function identityOfAssertion(
  entityId: string,
  { subject, nameIdFormat, attributes }: SamlAssertion,
): Identity {
  const others = Object.entries(attributes).filter(([name]) => !RESERVED.includes(name));
  const email = emailOf(attributes, nameIdFormat === EMAIL_FORMAT ? subject : undefined);
  return {
    issuer: entityId,
    subject,
    claims: {
      ...Object.fromEntries(others),
      nameId: subject,
      ...(nameIdFormat !== null && { nameIdFormat }),
      ...(email !== null && { email }),
    },
    email,
    firstName: textOf(firstOf(attributes, FIRST_NAME)),
    lastName: textOf(firstOf(attributes, LAST_NAME)),
  };
}

/** The first that is there decides: another is not taken for it. */
function emailOf(attributes: Claims, nameId: string | undefined): string | null {
  const email = textOf(firstOf(attributes, EMAIL) ?? nameId);
  return email !== null && readMailAddress(email) !== undefined ? email : null;
}

const firstOf = (attributes: Claims, names: readonly string[]): unknown => {
  const found = names.find((name) => Object.hasOwn(attributes, name));
  return found === undefined ? undefined : attributes[found];
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
