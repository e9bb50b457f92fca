import { CLOCK_TOLERANCE_SECONDS } from '../accounts/clock-tolerance.ts';
import { isId } from '../accounts/is-id.ts';
import { excerpt } from '../accounts/provider-fault.ts';
import { childrenOf, isElement, SAML, type XmlElement } from '../xml/xml-element.ts';
import { parseInstant } from './parse-instant.ts';
import { readAttributes } from './read-attributes.ts';
import { responseFault } from './response-fault.ts';
import type { Expected, SamlAssertion } from './saml-assertion.ts';

const TOLERANCE_MS = CLOCK_TOLERANCE_SECONDS * 1000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const CLOCKS = 'Check the clocks of the provider and of this server.';

/** Checks an assertion whose signature is verified (Profiles for SAML 2.0 §4.1.4.3). Throws `ProviderFault`. */
export function readAssertion(assertion: XmlElement, expected: Expected, now: number): SamlAssertion {
  const issuer = onlyChild(assertion, 'Issuer').text;
  if (issuer !== expected.entityId)
    throw responseFault(
      `The assertion is from another provider (“${excerpt(issuer)}”). Enter the metadata of that provider.`,
    );
  const subject = onlyChild(assertion, 'Subject');
  const nameId = readNameId(subject, expected);
  checkConfirmations(subject, expected, now);
  checkConditions(onlyChild(assertion, 'Conditions'), expected, now);
  return { ...nameId, attributes: readAttributes(assertion), ...readAuthentication(assertion, now) };
}

function onlyChild(element: XmlElement, name: string): XmlElement {
  const [child, another] = childrenOf(element, SAML, name);
  if (child && !another) return child;
  throw responseFault(`${element.name} does not have exactly one element ${name}.`);
}

function readNameId(
  subject: XmlElement,
  { entityId, spEntityId }: Expected,
): Pick<SamlAssertion, 'subject' | 'nameIdFormat'> {
  if (childrenOf(subject, SAML, 'EncryptedID').length > 0)
    throw responseFault(
      'The provider encrypts name IDs, which is not supported. Switch encryption off there.',
    );
  const { attributes, children, text } = onlyChild(subject, 'NameID');
  const nameIdFormat = attributes.get('Format') ?? null;
  if (nameIdFormat === TRANSIENT)
    throw responseFault(
      'The provider sends a new NameID at each sign-in (transient). Configure a persistent one.',
    );
  const qualifier = attributes.get('NameQualifier') ?? entityId;
  const spQualifier = attributes.get('SPNameQualifier') ?? spEntityId;
  if (qualifier !== entityId || spQualifier !== spEntityId)
    throw responseFault(
      'The NameID belongs to another provider or application (NameQualifier, SPNameQualifier). Configure one for this application.',
    );
  if (children.length > 0 || !isId(text) || text.trim() !== text)
    throw responseFault(
      'The assertion has no valid NameID: 1 to 255 characters, without spaces around them.',
    );
  return { subject: text, nameIdFormat };
}

/** At least one bearer confirmation has to hold. */
function checkConfirmations(subject: XmlElement, expected: Expected, now: number): void {
  const bearers = childrenOf(subject, SAML, 'SubjectConfirmation').filter(
    ({ attributes }) => attributes.get('Method') === BEARER,
  );
  if (bearers.length === 0) throw responseFault('The assertion has no bearer confirmation of its subject.');
  const problems = bearers.map((bearer) => confirmationProblem(bearer, expected, now));
  const [problem] = problems;
  if (problem !== undefined && !problems.includes(undefined)) throw responseFault(problem);
}

/** Why it does not hold (Profiles for SAML 2.0 §4.1.4.2). */
function confirmationProblem(
  confirmation: XmlElement,
  { acsUrl, requestId }: Expected,
  now: number,
): string | undefined {
  const { attributes } = onlyChild(confirmation, 'SubjectConfirmationData');
  const recipient = attributes.get('Recipient') ?? '';
  if (recipient !== acsUrl)
    return `The assertion was made for another address (recipient “${excerpt(recipient)}”). Enter the address that this screen shows at the provider.`;
  if (attributes.get('InResponseTo') !== requestId)
    return 'The assertion belongs to another sign-in (InResponseTo). Sign in again.';
  if (attributes.has('NotBefore'))
    return 'The confirmation of the subject must not have a beginning (NotBefore).';
  const end = instantOf(confirmation, attributes, 'NotOnOrAfter');
  if (end === undefined) return 'The confirmation of the subject does not end (NotOnOrAfter).';
  return isOver(end, now) ? `The confirmation of the subject has expired. ${CLOCKS}` : undefined;
}

const KNOWN_CONDITIONS = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];

/** Core for SAML 2.0 §2.5.1. */
function checkConditions(conditions: XmlElement, { spEntityId }: Expected, now: number): void {
  const { attributes, children } = conditions;
  const unknown = children.find((child) => !KNOWN_CONDITIONS.some((name) => isElement(child, SAML, name)));
  if (unknown) throw responseFault(`The assertion has an unknown condition (${excerpt(unknown.name)}).`);
  const start = instantOf(conditions, attributes, 'NotBefore') ?? Number.NEGATIVE_INFINITY;
  const end = instantOf(conditions, attributes, 'NotOnOrAfter') ?? Number.POSITIVE_INFINITY;
  if (start > now + TOLERANCE_MS) throw responseFault(`The assertion is not valid yet. ${CLOCKS}`);
  if (isOver(end, now)) throw responseFault(`The assertion has expired. ${CLOCKS}`);
  const restrictions = childrenOf(conditions, SAML, 'AudienceRestriction');
  if (restrictions.length === 0)
    throw responseFault(
      'The assertion does not name the application it was made for (AudienceRestriction). Configure the audience at the provider.',
    );
  for (const restriction of restrictions) {
    const audiences = childrenOf(restriction, SAML, 'Audience').map(({ text }) => text);
    if (!audiences.includes(spEntityId))
      throw responseFault(
        `The assertion was made for another application (audience “${excerpt(audiences.join(', '))}”). Check that the provider has the entity ID that this screen shows.`,
      );
  }
}

type Authentication = Pick<SamlAssertion, 'authenticatedAt' | 'authenticationContext'>;

/** Core for SAML 2.0 §2.7.2. */
function readAuthentication(assertion: XmlElement, now: number): Authentication {
  const [statement] = childrenOf(assertion, SAML, 'AuthnStatement');
  const authenticatedAt = statement && instantOf(statement, statement.attributes, 'AuthnInstant');
  if (!statement || authenticatedAt === undefined)
    throw responseFault('The assertion does not say when the person signed in (AuthnStatement).');
  if (authenticatedAt > now + TOLERANCE_MS)
    throw responseFault(`The sign-in at the provider is in the future (AuthnInstant). ${CLOCKS}`);
  const sessionEnd =
    instantOf(statement, statement.attributes, 'SessionNotOnOrAfter') ?? Number.POSITIVE_INFINITY;
  if (isOver(sessionEnd, now)) throw responseFault(`The session at the provider has ended. ${CLOCKS}`);
  const [context] = childrenOf(statement, SAML, 'AuthnContext');
  const [reference] = context ? childrenOf(context, SAML, 'AuthnContextClassRef') : [];
  return { authenticatedAt, authenticationContext: reference?.text.trim() || null };
}

const isOver = (end: number, now: number): boolean => now >= end + TOLERANCE_MS;

/** Undefined if there is none. */
function instantOf(
  { name }: XmlElement,
  attributes: XmlElement['attributes'],
  attribute: string,
): number | undefined {
  const text = attributes.get(attribute);
  if (text === undefined) return undefined;
  const at = parseInstant(text);
  if (at === undefined)
    throw responseFault(`${attribute} of ${name} is not a time in UTC (“${excerpt(text)}”).`);
  return at;
}
