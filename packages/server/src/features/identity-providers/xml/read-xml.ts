import type { XmlElement } from './xml-element.ts';

/** What is wrong with a document, as the end of a sentence: “it contains a comment”. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

export interface XmlRules {
  readonly maxBytes: number;
  /** Comments and processing instructions, which people leave in files and which split text in some parsers. */
  readonly allowsNotes: boolean;
}

const MAX_DEPTH = 50;
const MAX_ELEMENTS = 4000;
/** Declarations of namespaces included. */
const MAX_ATTRIBUTES = 100;

const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** XML 1.0 §2.2, and the two characters that only some parsers take for line ends (XML 1.1 §2.11). */
const ILLEGAL = /[^\t\n\r\u0020-\u0084\u0086-\u2027\u2029-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** All sticky: each is tried at one place. Names of SAML are ASCII. */
const DECLARATION =
  /<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.0"|'1\.0')(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"([\w.-]+)"|'([\w.-]+)'))?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*\?>/y;
const SPACE = /[ \t\n]+/y;
const NAME = /(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)(?=[ \t\n=/>])/y;
const EQUALS = /[ \t\n]*=[ \t\n]*/y;
const VALUE = /"([^"<]*)"|'([^'<]*)'/y;
const TEXT = /[^<]+/y;

/**
 * Reads the part of XML that messages between providers and applications consist of, in time that grows with their
 * length alone. Everything that parsers disagree about is refused: otherwise, a signed message could be made to say
 * something else. Throws `XmlError`.
 */
export function readXml(source: string, { maxBytes, allowsNotes }: XmlRules): XmlElement {
  if (Buffer.byteLength(source) > maxBytes) throw new XmlError(`it is larger than ${maxBytes / 1024} KB`);
  if (ILLEGAL.test(source)) throw new XmlError('it contains a character that is not allowed');
  const text = source.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  let at = 0;
  let elements = 0;

  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  const takes = (token: string): boolean => {
    const isNext = text.startsWith(token, at);
    if (isNext) at += token.length;
    return isNext;
  };

  /** What is neither text nor an element. */
  function skipNotes(): void {
    while (text.startsWith('<!', at) || text.startsWith('<?', at)) {
      const end = allowsNotes ? endOfNote(text, at) : undefined;
      if (end === undefined) throw new XmlError(noteProblem(text, at));
      at = end;
    }
  }

  function skipAround(): void {
    do skipNotes();
    while (take(SPACE));
  }

  function readElement(scope: Scope, depth: number): XmlElement {
    if (!takes('<')) throw new XmlError(NOT_WELL_FORMED);
    elements += 1;
    if (elements > MAX_ELEMENTS) throw new XmlError(`it has more than ${MAX_ELEMENTS} elements`);
    if (depth > MAX_DEPTH) throw new XmlError(`its elements are nested more than ${MAX_DEPTH} deep`);
    const [tag, prefix, name = ''] = takeName();
    const given = takeAttributes();
    const inner = scopeOf(given, scope);
    const head = {
      namespace: namespaceOf(prefix ?? '', inner),
      name,
      attributes: attributesOf(given, inner),
    };
    if (takes('/>')) return { ...head, children: [], text: '' };
    if (!takes('>')) throw new XmlError(NOT_WELL_FORMED);
    const content = readContent(inner, depth);
    const [end] = takeName();
    take(SPACE);
    if (end !== tag || !takes('>')) throw new XmlError(NOT_WELL_FORMED);
    return { ...head, ...content };
  }

  /** Up to the end tag, of which `</` is taken. */
  function readContent(scope: Scope, depth: number): Pick<XmlElement, 'children' | 'text'> {
    const children: XmlElement[] = [];
    const parts: string[] = [];
    for (;;) {
      const [part] = take(TEXT) ?? [];
      if (part?.includes(']]>')) throw new XmlError(NOT_WELL_FORMED);
      if (part !== undefined) parts.push(decoded(part));
      skipNotes();
      if (takes('</')) return { children, text: parts.join('') };
      if (text.startsWith('<', at)) children.push(readElement(scope, depth + 1));
      else if (at >= text.length) throw new XmlError(NOT_WELL_FORMED);
    }
  }

  function takeName(): RegExpExecArray {
    const name = take(NAME);
    if (!name) throw new XmlError(NOT_WELL_FORMED);
    return name;
  }

  function takeAttributes(): readonly GivenAttribute[] {
    const given: GivenAttribute[] = [];
    const names = new Set<string>();
    while (take(SPACE) && !text.startsWith('/>', at) && !text.startsWith('>', at)) {
      const [name, prefix, local = ''] = takeName();
      const value = take(EQUALS) && take(VALUE);
      if (!value) throw new XmlError(NOT_WELL_FORMED);
      if (names.has(name)) throw new XmlError(`it has the attribute ${name} twice`);
      names.add(name);
      if (names.size > MAX_ATTRIBUTES)
        throw new XmlError(`an element has more than ${MAX_ATTRIBUTES} attributes`);
      // XML 1.0 §3.3.3: line ends and tabs count as spaces, unless they are written as references.
      const written = (value[1] ?? value[2] ?? '').replaceAll(/[\t\n]/g, ' ');
      given.push({ name, prefix, local, value: decoded(written) });
    }
    return given;
  }

  const declaration = take(DECLARATION);
  const encoding = declaration?.[1] ?? declaration?.[2] ?? 'utf-8';
  if (!allowsNotes && encoding.toLowerCase() !== 'utf-8') throw new XmlError('it is not encoded in UTF-8');
  skipAround();
  const root = readElement(OUTERMOST, 1);
  skipAround();
  if (at < text.length) throw new XmlError('something follows its last element');
  return root;
}

const NOT_WELL_FORMED = 'it is not well-formed XML';

/** Undefined if neither a comment nor a processing instruction begins there. */
function endOfNote(text: string, at: number): number | undefined {
  const isComment = text.startsWith('<!--', at);
  if (!isComment && (text.startsWith('<!', at) || /^<\?xml\s/i.test(text.slice(at, at + 6))))
    return undefined;
  const end = text.indexOf(isComment ? '--' : '?>', at + (isComment ? 4 : 2));
  if (end < 0 || (isComment && !text.startsWith('-->', end))) return undefined;
  return end + (isComment ? 3 : 2);
}

function noteProblem(text: string, at: number): string {
  if (text.startsWith('<!--', at)) return 'it contains a comment';
  if (text.startsWith('<![CDATA[', at)) return 'it contains a CDATA section';
  if (text.startsWith('<!DOCTYPE', at)) return 'it contains a document type declaration';
  return text.startsWith('<?', at) ? 'it contains a processing instruction' : NOT_WELL_FORMED;
}

interface GivenAttribute {
  readonly name: string;
  readonly prefix: string | undefined;
  readonly local: string;
  readonly value: string;
}

/** The namespaces that an element declares, and those around it. */
interface Scope {
  readonly declared: ReadonlyMap<string, string>;
  readonly outer: Scope | undefined;
}

const OUTERMOST: Scope = {
  declared: new Map([
    ['', ''],
    ['xml', XML],
  ]),
  outer: undefined,
};

const isDeclaration = ({ name, prefix }: GivenAttribute): boolean => name === 'xmlns' || prefix === 'xmlns';

function scopeOf(given: readonly GivenAttribute[], outer: Scope): Scope {
  const declarations = given.filter(isDeclaration);
  if (declarations.length === 0) return outer;
  const declared = new Map<string, string>();
  for (const { prefix, local, value } of declarations) {
    // Namespaces in XML 1.0 §2.2 and §3.
    const isReserved = value === XML || value === XMLNS || (prefix === 'xmlns' && /^xml/i.test(local));
    if (isReserved || (prefix === 'xmlns' && value === ''))
      throw new XmlError(`it declares the namespace prefix ${local} in a way that XML does not allow`);
    declared.set(prefix === 'xmlns' ? local : '', value);
  }
  return { declared, outer };
}

function namespaceOf(prefix: string, scope: Scope): string {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const namespace = at.declared.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  throw new XmlError(`it does not declare the namespace prefix ${prefix}`);
}

function attributesOf(given: readonly GivenAttribute[], scope: Scope): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const attribute of given) {
    if (isDeclaration(attribute)) continue;
    const { name, prefix, local, value } = attribute;
    // Reserved, and some canonicalizations take `xmlnsx` for a declaration and leave it out of what is signed.
    if (prefix !== 'xml' && /^xml/i.test(name)) throw new XmlError(`it has an attribute named ${name}`);
    const key = prefix === undefined ? local : `{${namespaceOf(prefix, scope)}}${local}`;
    if (attributes.has(key)) throw new XmlError(`it has the attribute ${name} twice`);
    attributes.set(key, value);
  }
  return attributes;
}

const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replaceAll(
    /&(?:#x([0-9a-fA-F]{1,6});|#([0-9]{1,7});|(amp|lt|gt|quot|apos);)?/g,
    (_, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return PREDEFINED[name] ?? '';
      if (hex === undefined && decimal === undefined)
        throw new XmlError('it refers to an entity that is not predefined');
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const character = code <= 0x10ffff ? String.fromCodePoint(code) : '\u0000';
      if (ILLEGAL.test(character)) throw new XmlError('it contains a character that is not allowed');
      return character;
    },
  );
