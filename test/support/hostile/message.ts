import { end, endlessly, type Part } from './part.ts';

/** A number in the body of a message that says how much follows. */
export type Count = (body: Buffer, value: CountValue) => Buffer;
const COUNT_VALUES = ['negative', 'huge'] as const;
export type CountValue = (typeof COUNT_VALUES)[number];

/** A message of a binary protocol, without its header. */
export interface Message {
  readonly name: string;
  readonly body: Buffer;
  readonly counts?: readonly Count[];
}

/** How a protocol writes messages. */
export interface Framing<M extends Message> {
  readonly encode: (message: M) => Buffer;
  /** With a header that is not true. */
  readonly encodeWithLength: (message: M, length: number) => Buffer;
  /** Values of the header that are not the length of the body. */
  readonly badLengths: Readonly<Record<string, number>>;
}

/** A way to get a message wrong. */
export interface Mutation {
  readonly name: string;
  apply<M extends Message>(message: M, framing: Framing<M>): readonly Part[];
}

/** Every way to get the body of such a message wrong. The length is that of the wrong body. */
export function bodyMutations(sample: Message): readonly Mutation[] {
  const changes: readonly (readonly [string, (message: Message) => Buffer])[] = [
    ['without a body', () => Buffer.alloc(0)],
    ['with half of its body', ({ body }) => body.subarray(0, Math.floor(body.length / 2))],
    ['without terminators', ({ body }) => Buffer.from(body.map((byte) => (byte === 0 ? 0x78 : byte)))],
    ...(sample.counts ?? []).flatMap((_, index) =>
      COUNT_VALUES.map(
        (value) =>
          [
            `with a ${value} count ${index + 1}`,
            ({ body, counts }: Message) => counts?.[index]?.(body, value) ?? body,
          ] as const,
      ),
    ),
  ];
  const seen = new Set([sample.body.toString('latin1')]);
  return changes.flatMap(([label, change]): readonly Mutation[] => {
    const wrong = change(sample).toString('latin1');
    if (seen.has(wrong)) return [];
    seen.add(wrong);
    return [
      {
        name: `${sample.name} ${label}`,
        apply: (message, { encode }) => [encode({ ...message, body: change(message) })],
      },
    ];
  });
}

/** Every way to get the length of a message wrong. What follows it is lost on the client. */
export function lengthMutations(
  { name }: Message,
  badLengths: Framing<Message>['badLengths'],
): readonly Mutation[] {
  return [
    {
      name: `a part of ${name}`,
      apply: (message, { encode }) => {
        const whole = encode(message);
        return [whole.subarray(0, Math.ceil(whole.length / 2)), end];
      },
    },
    ...Object.entries(badLengths).map(
      ([label, length]): Mutation => ({
        name: `${name} with a length of ${label}`,
        apply: (message, { encodeWithLength }) => [encodeWithLength(message, length), end],
      }),
    ),
  ];
}

/** A message that never ends. */
export function endlessMessage({ name }: Message, length: number): Mutation {
  return {
    name: `an endless ${name}`,
    apply: (message, { encodeWithLength }) => [
      encodeWithLength(message, length),
      endlessly(Buffer.alloc(65_536, 0x78)),
    ],
  };
}

/**
 * Puts the wrong message where a good one of its name would be, or first. As the last one it ends what the client has to
 * read; otherwise the others follow.
 */
export function spoil<M extends Message>(
  good: readonly M[],
  { sample, mutation, isLast }: { readonly sample: M; readonly mutation: Mutation; readonly isLast: boolean },
  framing: Framing<M>,
): readonly Part[] {
  const index = good.findIndex(({ name }) => name === sample.name);
  const [before, after] = index < 0 ? [[], good] : [good.slice(0, index), good.slice(index + 1)];
  return [
    encodeAll(before, framing),
    ...mutation.apply(good[index] ?? sample, framing),
    ...(isLast ? [end] : [encodeAll(after, framing)]),
  ];
}

export function encodeAll<M extends Message>(messages: readonly M[], { encode }: Framing<M>): Buffer {
  return Buffer.concat(messages.map(encode));
}
