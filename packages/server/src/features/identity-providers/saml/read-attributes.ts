import type { Claims } from '../accounts/read-claim.ts';
import { childrenOf, elementsIn, SAML, type XmlElement } from '../xml/xml-element.ts';
import { responseFault } from './response-fault.ts';

interface Attribute {
  readonly name: string;
  readonly friendlyName: string | undefined;
  readonly values: readonly string[];
}

/**
 * The attributes of an assertion, by the names that the provider gave them, and by their friendly names where those mean
 * one attribute. Empty values are left out. Throws `ProviderFault`.
 */
export function readAttributes(assertion: XmlElement): Claims {
  const statements = childrenOf(assertion, SAML, 'AttributeStatement');
  if (statements.some((statement) => childrenOf(statement, SAML, 'EncryptedAttribute').length > 0))
    throw responseFault(
      'The provider encrypts attributes, which is not supported. Switch encryption off there.',
    );
  const attributes = statements.flatMap((each) => childrenOf(each, SAML, 'Attribute')).map(readAttribute);
  const byName = Map.groupBy(attributes, ({ name }) => name);
  const byFriendlyName = Map.groupBy(attributes, ({ friendlyName }) => friendlyName);
  const isClear = ([friendlyName, named]: readonly [string | undefined, readonly Attribute[]]) =>
    friendlyName && !byName.has(friendlyName) && new Set(named.map(({ name }) => name)).size === 1;
  const named = [...[...byFriendlyName].filter(isClear), ...byName];
  return Object.fromEntries(
    named.flatMap(([name, same]) => {
      const values = same.flatMap((attribute) => attribute.values);
      return values.length === 0 ? [] : [[name, values.length === 1 ? values[0] : values]];
    }),
  );
}

function readAttribute(attribute: XmlElement): Attribute {
  const name = attribute.attributes.get('Name') ?? '';
  if (name === '') throw responseFault('An attribute of the assertion has no name.');
  const values = childrenOf(attribute, SAML, 'AttributeValue')
    .filter((value) => [...elementsIn(value)].length === 1 && value.text.trim() !== '')
    .map(({ text }) => text);
  return { name, friendlyName: attribute.attributes.get('FriendlyName'), values };
}
