import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { ProviderFault } from '@inlay/server/features/identity-providers/accounts/provider-fault';
import fc from 'fast-check';
import { fromBase64, toBase64 } from '../../../../../../test/support/sign-in/saml-responses.ts';
import { samlVerifier } from '../../../../../../test/support/sign-in/saml-verifier.ts';

const verifier = samlVerifier();
after(() => verifier.close());

const ATTRIBUTES = { email: 'person@company.test', groups: ['viewers', 'editors'] };

const replacement = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.constantFrom(
    '<!---->',
    '<![CDATA[',
    ']]>',
    '<?x?>',
    '&e;',
    '&#10;',
    '/>',
    '<x/>',
    ' xmlns="urn:x"',
    ' ID="_x"',
  ),
);
const number = fc.nat(10_000);
const mutation = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('replace'), at: number, to: number, text: replacement }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('copy', 'move', 'delete', 'letter', 'rename'),
      at: number,
      to: number,
      text: fc.constantFrom('a', 'B', '7'),
    }),
  },
);

interface Mutation {
  readonly kind: string;
  readonly at: number;
  readonly to: number;
  readonly text: string;
}

/** Whole elements are copied, moved and deleted, so that most documents stay well-formed. */
function mutate(xml: string, { kind, at, to, text }: Mutation): string {
  const elements = elementsOf(xml);
  const pick = (index: number) => elements[index % elements.length] ?? [0, 0];
  const [start, end] = pick(at);
  const [target] = pick(to);
  const element = xml.slice(start, end);
  if (kind === 'copy') return xml.slice(0, target) + element + xml.slice(target);
  if (kind === 'delete') return xml.slice(0, start) + xml.slice(end);
  if (kind === 'move' && target >= end)
    return xml.slice(0, start) + xml.slice(end, target) + element + xml.slice(target);
  if (kind === 'move' && target < start)
    return xml.slice(0, target) + element + xml.slice(target, start) + xml.slice(end);
  // In a text or a value, so that it stays well-formed too.
  const values = [...xml.matchAll(/(?<=[>"])[\w.-][^<>"]*(?=[<"])/g)];
  const { index = 0 } = values[at % values.length] ?? {};
  if (kind === 'letter') return xml.slice(0, index) + text + xml.slice(index + 1);
  if (kind === 'rename')
    return xml.replaceAll(/\b(?:_assertion|_response)\b/g, to % 2 === 0 ? '_x' : '_assertion');
  const place = at % xml.length;
  return xml.slice(0, place) + text + xml.slice(place + (to % 30));
}

/** Where elements begin and end. */
function elementsOf(xml: string): readonly (readonly [number, number])[] {
  const open: number[] = [];
  const found: (readonly [number, number])[] = [];
  for (const { 0: tag, index } of xml.matchAll(/<[^>]*>/g)) {
    if (!tag.startsWith('</')) open.push(index);
    if (tag.startsWith('</') || tag.endsWith('/>')) found.push([open.pop() ?? 0, index + tag.length]);
  }
  return found;
}

describe('SAML response: random changes', () => {
  for (const signs of ['assertion', 'response', 'both'] as const)
    it(`of one with a signature of ${signs} never make it say something else`, async () => {
      const posted = verifier.respond({ signs, attributes: ATTRIBUTES });
      const good = fromBase64(posted);
      const honest = await verifier.verify(posted);
      await fc.assert(
        fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (changes) => {
          const xml = changes.reduce(mutate, good);
          const result = await verifier.verify(toBase64(xml)).catch((error: unknown) => error);
          if (!(result instanceof ProviderFault)) assert.deepEqual(result, honest);
        }),
        { numRuns: 300 },
      );
    });
});
