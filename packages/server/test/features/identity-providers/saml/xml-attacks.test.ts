import { after, describe, it } from 'node:test';
import {
  fromBase64,
  inserting,
  replacing,
  toBase64,
} from '../../../../../../test/support/sign-in/saml-responses.ts';
import { samlVerifier } from '../../../../../../test/support/sign-in/saml-verifier.ts';

const verifier = samlVerifier();
const { refuses, refusesPosted, respond } = verifier;
after(() => verifier.close());

describe('SAML response: XML', () => {
  const inSubject = (text: string) => ({ after: replacing('person-1', `person${text}-1`) });
  const withType = (type: string, entity = '') => ({
    after: (xml: string) => type + xml.replace('person-1', () => `person-1${entity}`),
  });

  it('with a comment in the name ID is refused, although signatures leave comments out', async () => {
    await refuses(inSubject('<!---->'), /it contains a comment/);
    await refuses(inSubject('<!-- x -->'), /it contains a comment/);
    await refuses({ before: replacing('person-1', 'per<!---->son-1') }, /it contains a comment/);
    await refuses({ after: (xml) => `<!---->${xml}` }, /it contains a comment/);
    await refuses({ after: (xml) => `${xml}<!---->` }, /it contains a comment/);
  });

  it('with a CDATA section or a processing instruction is refused', async () => {
    await refuses(inSubject('<![CDATA[]]>'), /it contains a CDATA section/);
    await refuses({ before: replacing('person-1', '<![CDATA[person-1]]>') }, /it contains a CDATA section/);
    await refuses(inSubject('<?x?>'), /it contains a processing instruction/);
    await refuses(
      { after: (xml) => `<?xml-stylesheet href="https://other.test/"?>${xml}` },
      /a processing instruction/,
    );
  });

  it('with any document type is refused', async () => {
    const refusal = /it contains a document type declaration/;
    await refuses(withType('<!DOCTYPE x>'), refusal);
    await refuses(withType('<!DOCTYPE x SYSTEM "https://other.test/x.dtd">'), refusal);
    await refuses(withType('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>', '&e;'), refusal);
    await refuses(withType('<!DOCTYPE x [<!ENTITY % p SYSTEM "https://other.test/p"> %p;]>'), refusal);
    const laughs = Array.from(
      { length: 9 },
      (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
    ).join('');
    await refuses(withType(`<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>`, '&l9;'), refusal);
    await refuses(withType('<!doctype x>'), /not well-formed/);
    await refuses(inSubject('<!DOCTYPE x>'), refusal);
  });

  it('with an entity is refused', async () => {
    for (const entity of ['&e;', '&nbsp;', '&#x;', '&', '&amp', '&AMP;', '&#X41;'])
      await refuses(inSubject(entity), /refers to an entity that is not predefined/);
    for (const character of ['&#0;', '&#x0;', '&#xB;', '&#xD800;', '&#xFFFF;', '&#x110000;'])
      await refuses(inSubject(character), /a character that is not allowed/);
  });

  it('that is not UTF-8 is refused', async () => {
    const [utf16, latin1, declared] = [
      Buffer.from(`\ufeff${fromBase64(respond())}`, 'utf16le'),
      Buffer.from(fromBase64(respond({ subject: 'Söhne' })), 'latin1'),
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${fromBase64(respond())}`),
    ];
    for (const bytes of [utf16, latin1, declared])
      await refusesPosted(bytes.toString('base64'), /it is not encoded in UTF-8/);
    await refuses(inSubject('\u0000'), /a character that is not allowed/);
  });

  it('that is large or deep is refused before anything computes with it', async () => {
    const many = (text: string, count: number) => ({
      after: inserting('</samlp:Status>', text.repeat(count)),
    });
    await refuses(many('x', 256 * 1024), /it is larger than 256 KB/);
    await refuses(many('é', 127 * 1024), /it is larger than 256 KB/);
    await refuses(many('<x>', 60), /nested more than 50 deep/);
    await refuses(many('<x/>', 4000), /more than 4000 elements/);
    const attributes = Array.from({ length: 101 }, (_, at) => ` a${at}=""`).join('');
    await refuses(many(`<x${attributes}/>`, 1), /more than 100 attributes/);
  });

  it('that is cut off, or not Base64, is refused', async () => {
    const posted = respond();
    for (const wrong of [
      '',
      ' ',
      '%',
      posted.slice(0, -3),
      `${posted}====`,
      `=${posted}`,
      posted.replaceAll('A', '-'),
    ])
      await refusesPosted(wrong, /not complete, or not Base64/);
    await refusesPosted(posted.slice(0, 4000), /not well-formed XML/);
    for (const other of ['text', '{}', '<x>', '<x></y>', '<x><y></x></y>', '<x a=1/>'])
      await refusesPosted(toBase64(other), /not well-formed XML/);
    await refusesPosted(toBase64('<x/>'), /sent x instead of a response/);
    await refuses({ after: (xml) => `${xml}<x/>` }, /something follows its last element/);
  });

  it('of another message or version is refused', async () => {
    await refuses(
      { after: (xml) => xml.replaceAll('samlp:Response', 'samlp:LogoutResponse') },
      /sent LogoutResponse instead/,
    );
    await refuses({ after: replacing('protocol"', 'other"') }, /instead of a response/);
    await refuses(
      { after: replacing('Version="2.0"', 'Version="1.1"') },
      /^Response does not have version 2\.0/,
    );
    await refuses(
      { signs: 'response', before: replacing(/(?<=<saml:Assertion .*)Version="2.0"/, '') },
      /^Assertion does not have version/,
    );
  });
});
