import { randomUUID } from 'node:crypto';
import { type Canary, canariesFor } from './canaries.ts';
import {
  type CheckState,
  type ExpiringToken,
  eachViewer,
  quoted,
  type Verdict,
  type World,
} from './check.ts';
import { CHECKS } from './checks.ts';
import { CannotVerify, type Instance } from './instance.ts';
import { malformed } from './malformed.ts';
import { CANNOT_VERIFY, COULD_NOT_PROVE } from './messages.ts';
import { findOwners } from './owners.ts';
import type { Plan, PlannedContext } from './read-plan.ts';
import { isSignedIn, type Survey, surveyEmbeds, type Viewer } from './survey.ts';
import { wireContext } from './wire-context.ts';

export interface CheckedResult extends Verdict {
  readonly id: string;
  readonly title: string;
}

export interface Report {
  readonly state: Exclude<CheckState, 'nothing-to-prove'>;
  readonly instance: string;
  readonly contexts: readonly string[];
  readonly embeds: readonly string[];
  readonly requests: number;
  readonly checks: readonly CheckedResult[];
}

/** Surveys every embed as each context, then runs all checks. Writes nothing but tokens and their audit events. */
export async function verifyIsolation(
  instance: Instance,
  plan: Plan,
  {
    loginToken,
    onStep,
  }: { readonly loginToken: string | undefined; readonly onStep: (step: string, share: number) => void },
): Promise<Report> {
  const embeds = await listEmbeds(instance, plan, loginToken);
  const unknown = strangersOf(plan);
  const total = plan.contexts.length + unknown.length + CHECKS.length;
  let begun = 0;
  const begin = (step: string) => {
    onStep(step, begun / total);
    begun += 1;
  };
  const viewers: SignedIn[] = [];
  const survey = async (planned: PlannedContext): Promise<Survey> => {
    begin(`Opening ${embeds.length} embeds as '${planned.name}'`);
    const viewer = await signIn(instance, planned);
    viewers.push(viewer);
    const survey = await surveyEmbeds(instance, viewer, embeds);
    if (!(await viewer.isSignedIn()))
      throw new CannotVerify(CANNOT_VERIFY.expiredEarly(quoted(planned.name)));
    return survey;
  };
  const surveys: Survey[] = [];
  for (const planned of plan.contexts) surveys.push(await survey(planned));
  const strangers: Survey[] = [];
  for (const planned of unknown) strangers.push(await survey(planned));

  const expiring = new Map<string, ExpiringToken>();
  for (const { name, context } of plan.contexts) expiring.set(name, await expiringToken(instance, context));
  const owners = findOwners(plan, surveys);
  const canaries = new Map(
    eachViewer(surveys).map(({ survey, others }): [string, readonly Canary[]] => [
      survey.viewer.name,
      canariesFor(survey, others, owners, plan.shared),
    ]),
  );
  const world: World = { instance, plan, embeds, surveys, strangers, owners, canaries, expiring };
  const checks: CheckedResult[] = [];
  for (const { id, title, run } of CHECKS) {
    begin(title);
    for (const viewer of viewers) await viewer.renew();
    const verdict = await run(world).catch(unreadableVerdict);
    const expired = await firstExpired(viewers);
    checks.push({ id, title, ...(expired === undefined ? verdict : unproven(verdict, expired)) });
  }
  for (const { token } of viewers) await instance.revoke(token);
  const has = (state: CheckState) => checks.some((check) => check.state === state);
  return {
    state: has('leak') ? 'leak' : has('could-not-prove') ? 'could-not-prove' : 'passed',
    instance: instance.url,
    contexts: plan.contexts.map(({ name }) => name),
    embeds,
    requests: instance.requests(),
    checks,
  };
}

/** Expires soon, but not before a busy instance has issued it. */
async function expiringToken(
  instance: Instance,
  context: PlannedContext['context'],
  seconds = 3,
): Promise<ExpiringToken> {
  const expiresAt = Date.now() + seconds * 1000;
  try {
    return { token: await instance.token(wireContext(context), seconds), expiresAt };
  } catch (error) {
    if (seconds > 60) throw error;
    return expiringToken(instance, context, seconds * 5);
  }
}

interface SignedIn extends Viewer {
  renew(): Promise<void>;
  isSignedIn(): Promise<boolean>;
}

async function signIn(instance: Instance, planned: PlannedContext): Promise<SignedIn> {
  const exchange = () => instance.token(wireContext(planned.context));
  let token = await exchange();
  return {
    name: planned.name,
    planned,
    get token() {
      return token;
    },
    async renew() {
      await instance.revoke(token);
      token = await exchange();
    },
    isSignedIn: () => isSignedIn(instance, token),
  };
}

async function firstExpired(viewers: readonly SignedIn[]): Promise<string | undefined> {
  for (const viewer of viewers) if (!(await viewer.isSignedIn())) return viewer.name;
  return undefined;
}

/** What other checks have found counts also if the instance sends something else than responses. */
function unreadableVerdict(error: unknown): Verdict {
  if (error instanceof CannotVerify) throw error;
  const message = COULD_NOT_PROVE.stopped(malformed(error));
  return {
    state: 'could-not-prove',
    summary: 'stopped',
    findings: [{ state: 'could-not-prove', embed: '', message }],
  };
}

/** Whatever was refused may have been refused because of the token. */
function unproven(verdict: Verdict, name: string): Verdict {
  const message = COULD_NOT_PROVE.tokenExpired(quoted(name));
  const findings = [
    ...verdict.findings,
    { state: 'could-not-prove' as const, embed: '', context: name, message },
  ];
  return { ...verdict, state: verdict.state === 'leak' ? 'leak' : 'could-not-prove', findings };
}

async function listEmbeds(
  instance: Instance,
  { embeds }: Plan,
  loginToken: string | undefined,
): Promise<readonly string[]> {
  if (embeds) return embeds;
  if (loginToken === undefined) throw new CannotVerify(CANNOT_VERIFY.noEmbeds());
  const found: string[] = [];
  for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
    const { status, json } = await instance.send({
      path: `/api/v0/embeds?page=${page}&limit=100`,
      token: loginToken,
    });
    if (status !== 200) throw new CannotVerify(CANNOT_VERIFY.notAdministrator(String(status)));
    found.push(...(json.data as readonly { readonly id: string }[]).map(({ id }) => id));
    lastPage = (json.meta as { readonly lastPage: number }).lastPage;
  }
  return found;
}

/** One unknown viewer for each set of privileges. */
function strangersOf({ contexts }: Plan): readonly PlannedContext[] {
  const known = new Map(
    contexts.map(({ context }) => {
      const { workspace_id, privileges = {} } = wireContext(context);
      return [JSON.stringify([workspace_id, privileges]), { workspace_id: workspace_id ?? '', privileges }];
    }),
  );
  return [...known.values()].map((context, index) => ({
    name: `a viewer without attributes and groups${index > 0 ? ` (${index + 1})` : ''}`,
    context: { ...context, username: `inlay-verify-${randomUUID()}` },
    expect: {},
  }));
}
