import { valueAt } from '@inlay/protocol/parse-narrative';
import type { ComponentChildren, VNode } from 'preact';

/** Returns the text of a value by its name and format. */
type WriteValue = (value: NonNullable<ReturnType<typeof valueAt>>['value']) => string;

const INLINE =
  /(\{\{[^{}]*\}\})|\*\*(.+?)\*\*|\*(.+?)\*|`([^`]+)`|\[([^\]]+)\]\(((?:https?:|mailto:)[^)\s]+)\)/;

/**
 * Previews a text block while it is edited: the subset of the server's Markdown that text blocks use. Unknown syntax
 * stays text; the server's rendering is authoritative.
 */
export function Markdown({ text, write }: { readonly text: string; readonly write: WriteValue }): VNode {
  return <>{blocksOf(text).map((block) => drawBlock(block, write))}</>;
}

function blocksOf(text: string): readonly string[] {
  return text
    .replaceAll('\r', '')
    .split(/\n{2,}|\n(?=#{1,3} )|(?<=^#{1,3} .*)\n/m)
    .map((block) => block.trim())
    .filter((block) => block !== '');
}

function drawBlock(block: string, write: WriteValue): VNode {
  const heading = /^(#{1,3})\s+(.*)$/.exec(block);
  if (heading) {
    const Level = `h${heading[1]?.length}` as 'h1' | 'h2' | 'h3';
    return <Level>{inline(heading[2] ?? '', write)}</Level>;
  }
  const lines = block.split('\n');
  if (lines.every((line) => /^[-*] /.test(line)))
    return (
      <ul>
        {lines.map((line) => (
          <li>{inline(line.slice(2), write)}</li>
        ))}
      </ul>
    );
  if (lines.every((line) => /^\d+\. /.test(line)))
    return (
      <ol>
        {lines.map((line) => (
          <li>{inline(line.replace(/^\d+\. /, ''), write)}</li>
        ))}
      </ol>
    );
  return <p>{inline(block, write)}</p>;
}

function inline(text: string, write: WriteValue): ComponentChildren {
  const match = INLINE.exec(text);
  if (!match) return text;
  const [whole, placeholder, strong, emphasis, code, label, address] = match;
  const value = placeholder === undefined ? undefined : valueAt(placeholder, 0)?.value;
  const found =
    placeholder !== undefined ? (
      value ? (
        <bdi data-value={value.value}>{write(value)}</bdi>
      ) : (
        placeholder
      )
    ) : strong !== undefined ? (
      <strong>{inline(strong, write)}</strong>
    ) : emphasis !== undefined ? (
      <em>{inline(emphasis, write)}</em>
    ) : code !== undefined ? (
      <code>{code}</code>
    ) : (
      <a href={address ?? ''} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    );
  return [text.slice(0, match.index), found, inline(text.slice(match.index + whole.length), write)];
}
