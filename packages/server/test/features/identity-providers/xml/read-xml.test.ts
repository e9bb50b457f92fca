import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readXml, XmlError } from '@inlay/server/features/identity-providers/xml/read-xml';
import { cpuUnits } from '../../../../../../test/support/time/cpu-units.ts';

const MESSAGE = { maxBytes: 256 * 1024, allowsNotes: false };
const FILE = { maxBytes: 512 * 1024, allowsNotes: true };
const read = (xml: string) => readXml(xml, MESSAGE);
const refuses = (xml: string, reason: RegExp, rules = MESSAGE) =>
  assert.throws(
    () => readXml(xml, rules),
    (error) => error instanceof XmlError && reason.test(error.message),
    xml.slice(0, 100),
  );

describe('XML reader', () => {
  it('reads elements, attributes, text and namespaces', () => {
    const leaf = (namespace: string, name: string, text = '') => ({
      namespace,
      name,
      attributes: new Map(),
      children: [],
      text,
    });
    assert.deepEqual(
      read(
        `<?xml version='1.0' encoding='utf-8' standalone='yes'?>
        <a xmlns="urn:a" xmlns:b='urn:b' one = "1" b:two="2" xml:lang="en">
          x<b:c/><d xmlns="">y</d ><b:e xmlns:b="urn:e"></b:e>z
        </a>`,
      ),
      {
        namespace: 'urn:a',
        name: 'a',
        attributes: new Map([
          ['one', '1'],
          ['{urn:b}two', '2'],
          ['{http://www.w3.org/XML/1998/namespace}lang', 'en'],
        ]),
        children: [leaf('urn:b', 'c'), leaf('', 'd', 'y'), leaf('urn:e', 'e')],
        text: '\n          xz\n        ',
      },
    );
  });

  it('decodes references, and normalizes line ends and the white space of attributes', () => {
    const { text, attributes } = read(
      '<a b="1\t2\n3&#10;4&#x9;&quot;">&lt;&gt;&amp;&apos;&#65;&#x1F600;\r\n\r</a>',
    );
    assert.equal(text, "<>&'A😀\n\n");
    assert.equal(attributes.get('b'), '1 2 3\n4\t"');
  });

  it('does not take attributes for parts of objects', () => {
    const { attributes } = read('<a __proto__="1" constructor="2"/>');
    assert.deepEqual(
      [...attributes],
      [
        ['__proto__', '1'],
        ['constructor', '2'],
      ],
    );
  });

  it('refuses what is not well-formed', () => {
    for (const wrong of [
      '',
      ' ',
      'x',
      '<a',
      '<a>',
      '<a/',
      '</a>',
      '<a></b>',
      '<a><b></a></b>',
      '<x:a xmlns:x="u" xmlns:y="u"></y:a>',
      'a/>',
      'a></a>',
      '<a b></a>',
      '<a b="1"c></a>',
      '<a b=c/>',
      '<a b="/>',
      '<a b="<"/>',
      '<a b="1"c="2"/>',
      '<a / >',
      '< a/>',
      '<1/>',
      '<é/>',
      '<a:b:c/>',
      '<:a/>',
      '<a>]]></a>',
      '<a/ b="">',
      '<a>&lt<',
    ])
      refuses(wrong, /not well-formed|not predefined/);
    refuses('<a/><b/>', /something follows its last element/);
    refuses('<a/>x', /something follows its last element/);
    refuses('x<a/>', /not well-formed/);
  });

  it('refuses names that are ambiguous', () => {
    refuses('<a b="1" b="2"/>', /the attribute b twice/);
    refuses('<a xmlns:x="u" xmlns:y="u" x:b="1" y:b="2"/>', /the attribute y:b twice/);
    refuses('<a xmlns="u" xmlns="v"/>', /the attribute xmlns twice/);
    refuses('<x:a/>', /does not declare the namespace prefix x/);
    refuses('<a x:b=""/>', /does not declare the namespace prefix x/);
    refuses('<a><b xmlns:x="u"/><x:c/></a>', /does not declare the namespace prefix x/);
    refuses('<a xmlns:x=""/>', /declares the namespace prefix x/);
    refuses('<a xmlns:xml="u"/>', /declares the namespace prefix xml/);
    refuses('<a xmlns:xmlns="u"/>', /declares the namespace prefix xmlns/);
    refuses('<a xmlns:x="http://www.w3.org/XML/1998/namespace"/>', /declares the namespace prefix x/);
    refuses('<a xmlns="http://www.w3.org/2000/xmlns/"/>', /declares the namespace prefix/);
    refuses('<a xmlnsx="1"/>', /an attribute named xmlnsx/);
    refuses('<a XMLx="1"/>', /an attribute named XMLx/);
  });

  it('refuses comments, sections, instructions and document types', () => {
    for (const [note, reason] of [
      ['<!-- x -->', /it contains a comment/],
      ['<![CDATA[x]]>', /it contains a CDATA section/],
      ['<?x y?>', /it contains a processing instruction/],
      ['<!DOCTYPE a>', /it contains a document type declaration/],
      ['<!x>', /not well-formed/],
    ] as const)
      for (const xml of [`${note}<a/>`, `<a>${note}</a>`, `<a>x${note}y</a>`, `<a/>${note}`])
        refuses(xml, reason);
  });

  it('leaves comments and instructions out of files', () => {
    const xml = '<?xml version="1.0"?><!-- <b> & --><?x y?>\n<a><!----><?x?>1<!--x-->2</a>\n<!-- -->';
    const { text, children } = readXml(xml, FILE);
    assert.deepEqual([text, children], ['12', []]);
    for (const wrong of ['<!-- x', '<!-- -- -->', '<!--->', '<?x', '<?xml version="1.0"?>', '<?XML ?>'])
      refuses(`<a>${wrong}</a>`, /comment|processing instruction/, FILE);
    refuses('<!DOCTYPE a><a/>', /document type/, FILE);
    refuses('<a><![CDATA[x]]></a>', /CDATA/, FILE);
  });

  it('refuses characters that XML does not have or that parsers disagree about, escaped or not', () => {
    for (const character of [
      '\u0000',
      '\u0008',
      '\u000b',
      '\u001f',
      '\u0085',
      '\u2028',
      '\ufffe',
      '\uffff',
      '\ud800',
    ])
      for (const xml of [`<a>${character}</a>`, `<a b="${character}"/>`])
        refuses(xml, /a character that is not allowed/);
    for (const code of ['0', '8', 'xB', '133', 'x2028', 'xFFFF', 'xD800', 'xDFFF', '1114112', 'xffffff'])
      for (const xml of [`<a>&#${code};</a>`, `<a b="&#${code};"/>`])
        refuses(xml, /a character that is not allowed/);
  });

  it('has limits, up to which it reads', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    read(nested(50));
    refuses(nested(51), /nested more than 50 deep/);
    const siblings = (count: number) => `<a>${'<b/>'.repeat(count - 1)}</a>`;
    read(siblings(4000));
    refuses(siblings(4001), /more than 4000 elements/);
    const attributes = (count: number) =>
      `<a${Array.from({ length: count }, (_, at) => ` b${at}=""`).join('')}/>`;
    read(attributes(100));
    refuses(attributes(101), /more than 100 attributes/);
    const sized = (bytes: number) => `<a>${'x'.repeat(bytes - 7)}</a>`;
    read(sized(MESSAGE.maxBytes));
    refuses(sized(MESSAGE.maxBytes + 1), /larger than 256 KB/);
  });

  it('takes time in proportion to the size of a crafted document', async () => {
    const rest = MESSAGE.maxBytes - 100;
    const filled = (text: string) => text.repeat(Math.floor(rest / text.length));
    const declarations = Array.from({ length: 99 }, (_, at) => ` xmlns:x${at}="u"`).join('');
    const crafted = [
      `<a>${filled('<!--')}</a>`,
      `<a>${filled('<?x')}</a>`,
      `<a>${filled('&')}</a>`,
      `<a>${filled('&#x')}</a>`,
      `<a>${filled(']')}</a>`,
      `<a ${filled(' ')}`,
      `<?xml version${filled(' ')}`,
      `<a b=${filled('\'"')}`,
      `<${filled('a')}`,
      `<${filled('a:')}`,
      filled(' '),
      `${`<a${declarations}>`.repeat(40)}${'<y:b/>'.repeat(3000)}`,
    ];
    const units = await cpuUnits(() => {
      for (const xml of crafted)
        for (const rules of [MESSAGE, FILE])
          try {
            readXml(xml, rules);
          } catch (error) {
            assert.ok(error instanceof XmlError, String(error));
          }
    });
    assert.ok(units < 100, `${units.toFixed(1)} units`);
  });
});
