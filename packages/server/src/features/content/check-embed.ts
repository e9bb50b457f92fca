import type { EmbedContent } from '@inlay/protocol/embed';
import type { FieldProblem } from '@inlay/protocol/shape-errors';

export function checkEmbed({ allowedOrigins = [], expiresAt }: EmbedContent): readonly FieldProblem[] {
  return [
    ...allowedOrigins.flatMap((text, index) =>
      isOrigin(text)
        ? []
        : [
            {
              path: `/allowedOrigins/${index}`,
              problem: 'is not an origin: write it like https://app.example.com, without a path',
            },
          ],
    ),
    ...(expiresAt == null || isInstant(expiresAt)
      ? []
      : [{ path: '/expiresAt', problem: 'must be a time in UTC like 2026-12-31T23:59:59Z' }]),
  ];
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}

function isInstant(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}
