import type { ExplanationMessages } from '@inlay/messages/explanation';
import { explanationMessages } from '@inlay/messages/explanation/all';
import { matchLanguage } from '@inlay/protocol/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';

const languages = Object.keys(explanationMessages);

/** Header schema of routes whose response has explanations. */
export const acceptLanguageHeader = Type.Object({
  'accept-language': Type.Optional(
    Type.String({
      description: `Language of the explanations: ${languages.map((each) => `\`${each}\``).join(' or ')}. English by default.`,
    }),
  ),
});

/** Explanations in the language that the reader accepts, which the response names (RFC 9110 §8.5). */
export function explanationTexts(request: FastifyRequest, reply: FastifyReply): ExplanationMessages {
  const language = preferredLanguage(request.headers['accept-language']);
  reply.header('content-language', language);
  return explanationMessages[language] ?? explanationMessages.en;
}

/** Of `Accept-Language` (RFC 9110 §12.5.4), the preferred language that explanations exist in, else English. */
export function preferredLanguage(header = ''): string {
  const ranges = header
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? '1';
      return { tag, weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { tag } of ranges) {
    if (tag === '*') return 'en';
    const found = matchLanguage(tag, languages);
    if (found) return found;
  }
  return 'en';
}
