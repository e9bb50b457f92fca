import type { Issue, Judgement, Terms } from './judge-request.ts';
import type { TokenForm } from './read-token-form.ts';

export interface JudgedRequest {
  readonly form: TokenForm;
  readonly terms: Terms;
  readonly now: number;
}

type PackedRequest = readonly [place: number, now: number, authorization: string | undefined, body: string];

/** Many requests in the form that crosses to another thread fastest: the terms once, and lists instead of names. */
export interface Question {
  /** The answer carries the same: what comes late, or never, can then not pass for the answer to another. */
  readonly id: number;
  readonly terms: readonly Terms[];
  readonly requests: readonly PackedRequest[];
}

export interface Answer {
  readonly id: number;
  /** One for each request, in their order. */
  readonly judgements: readonly PackedJudgement[];
}

export function packRequests(id: number, requests: readonly JudgedRequest[]): Question {
  const places = new Map<Terms, number>();
  const packed = requests.map(({ form, terms, now }): PackedRequest => {
    const place = places.get(terms) ?? places.size;
    places.set(terms, place);
    return [place, now, form.authorization, form.body];
  });
  return { id, terms: [...places.keys()], requests: packed };
}

type PackedIssue = readonly [
  token: string,
  tokenKey: string,
  jtiHash: string | null,
  username: string,
  context: string,
  lostSections: string | null,
  sealedSecrets: string | null,
  issuedAt: number,
  expiresAt: number,
  assertionEnds: number,
];

/** What is issued as a list; refusals are few and cross as they are, and so does what went wrong in judging. */
export type PackedJudgement = PackedIssue | Exclude<Judgement, { readonly verdict: 'issue' }> | Error;

export function packJudgement(judgement: Judgement): PackedJudgement {
  return judgement.verdict === 'issue' ? packIssue(judgement.issue) : judgement;
}

function packIssue(issue: Issue): PackedIssue {
  return [
    issue.token,
    issue.tokenKey,
    issue.jtiHash,
    issue.username,
    issue.context,
    issue.lostSections,
    issue.sealedSecrets,
    issue.issuedAt,
    issue.expiresAt,
    issue.assertionEnds,
  ];
}

export function unpackJudgement(packed: Exclude<PackedJudgement, Error>): Judgement {
  return isPackedIssue(packed) ? { verdict: 'issue', issue: unpackIssue(packed) } : packed;
}

function isPackedIssue(packed: PackedJudgement): packed is PackedIssue {
  return Array.isArray(packed);
}

function unpackIssue(packed: PackedIssue): Issue {
  return {
    token: packed[0],
    tokenKey: packed[1],
    jtiHash: packed[2],
    username: packed[3],
    context: packed[4],
    lostSections: packed[5],
    sealedSecrets: packed[6],
    issuedAt: packed[7],
    expiresAt: packed[8],
    assertionEnds: packed[9],
  };
}
