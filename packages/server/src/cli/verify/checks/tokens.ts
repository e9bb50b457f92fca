import { systemTime } from '../../../platform/time/time.ts';
import { type Check, counted, type Finding, quoted, unreadable, verdictOf } from '../check.ts';
import type { Request } from '../instance.ts';
import { COULD_NOT_PROVE, LEAKS } from '../messages.ts';
import { embedPath, inParallel, isSignedIn } from '../survey.ts';
import { wireContext } from '../wire-context.ts';

/** Routes of the public API, which take logins and no embed tokens. */
const PUBLIC_API = ['users', 'datasets', 'connections', 'files', 'audit-events', 'apps', 'embed-settings'];
/** The instance's clock may be behind this one. */
const CLOCK_TOLERANCE_MS = 10_000;
const POLL_MS = 250;

/** Tokens that were never valid, or no longer are, and tokens of viewers at routes for administrators. */
export const tokensCheck: Check = {
  id: 'tokens',
  title: 'Missing, altered, expired and revoked tokens are refused, and so are viewers at the public API',
  run: async ({ instance, surveys, expiring }) => {
    const revoked = new Map<string, string>();
    for (const { viewer } of surveys) {
      const token = await instance.token(wireContext(viewer.planned.context));
      await instance.revoke(token);
      revoked.set(viewer.name, token);
    }
    for (const { token, expiresAt } of expiring.values())
      while (await isSignedIn(instance, token)) {
        if (Date.now() > expiresAt + CLOCK_TOLERANCE_MS) break;
        await systemTime.sleep(POLL_MS);
      }
    const attempts: { what: string; request: Request; context: string; embed: string }[] = [];
    for (const { viewer, contents, builders } of surveys) {
      const embed = contents[0]?.place.embed ?? builders[0]?.embed;
      if (embed === undefined) continue;
      const tile = contents[0]?.tiles[0]?.id;
      const routes = [
        { path: embedPath(embed) },
        ...(tile === undefined
          ? []
          : [
              { path: `${embedPath(embed)}/tiles/${encodeURIComponent(tile)}`, json: {} },
              { path: `${embedPath(embed)}/tiles/${encodeURIComponent(tile)}/export.csv` },
            ]),
      ];
      const last = viewer.token.at(-1) === 'A' ? 'B' : 'A';
      const tokens = {
        'a missing token': undefined,
        'an altered token': `${viewer.token.slice(0, -1)}${last}`,
        'a revoked token': revoked.get(viewer.name),
        'an expired token': expiring.get(viewer.name)?.token,
      };
      for (const [what, token] of Object.entries(tokens))
        for (const request of routes)
          attempts.push({
            what,
            request: { ...request, ...(token === undefined ? {} : { token }) },
            context: viewer.name,
            embed,
          });
      for (const name of PUBLIC_API) {
        const request = { path: `/api/v0/${name}`, token: viewer.token };
        attempts.push({ what: 'the token of a viewer', request, context: viewer.name, embed });
      }
    }
    const findings = await inParallel(attempts, async ({ what, request, context, embed }) => {
      const { status } = await instance.send(request);
      if (status >= 400 && status < 500) return [];
      if (status >= 500) return unreadable({ embed }, status);
      const response = `${request.path} responded with HTTP ${status}`;
      const message = LEAKS.invalidToken(response, what, quoted(context));
      const finding: Finding = { state: 'leak', embed, context, message };
      return [finding];
    });
    return verdictOf(attempts.length, counted(attempts.length, 'request'), findings.flat(), {
      state: 'could-not-prove',
      summary: COULD_NOT_PROVE.nothingOpened(),
    });
  },
};
