import { randomUUID } from 'node:crypto';
import { type Check, counted, type Finding, quoted, unreadable, verdictOf } from '../check.ts';
import { COULD_NOT_PROVE, LEAKS } from '../messages.ts';
import { embedPath } from '../survey.ts';
import { wireContext } from '../wire-context.ts';

/** The same viewer in another workspace, or without privileges, must not open what the context opens. */
export const privilegesCheck: Check = {
  id: 'privileges',
  title: 'Viewers of another workspace, or without privileges, can open nothing',
  run: async ({ instance, surveys }) => {
    const findings: Finding[] = [];
    let attempts = 0;
    for (const { viewer, contents, builders } of surveys) {
      const signed = wireContext(viewer.planned.context);
      const weaker = {
        'in another workspace': {
          ...signed,
          roles: ['USER'] as const,
          workspace_id: `verify-${randomUUID()}`,
        },
        'without privileges': { ...signed, roles: ['USER'] as const, privileges: {} },
      };
      const paths = new Set([
        ...contents.filter(({ place }) => place.dashboard === undefined).map(({ place }) => place.embed),
        ...builders.map(({ embed }) => embed),
      ]);
      for (const [how, context] of Object.entries(weaker)) {
        const token = await instance.token(context);
        for (const embed of paths)
          for (const path of [embedPath(embed), `${embedPath(embed)}/builder/dashboards`]) {
            attempts += 1;
            const { status } = await instance.send({ path, token });
            if (status >= 400 && status < 500) continue;
            if (status >= 500) {
              findings.push(...unreadable({ embed }, status));
              continue;
            }
            findings.push({
              state: 'leak',
              embed,
              context: viewer.name,
              message: LEAKS.opensWithout(
                `${quoted(viewer.name)} ${how}`,
                quoted(embed),
                `${path} responded with HTTP ${status}`,
              ),
            });
          }
        await instance.revoke(token);
      }
    }
    return verdictOf(attempts, counted(attempts, 'request'), findings, {
      state: 'could-not-prove',
      summary: COULD_NOT_PROVE.nothingOpened(),
    });
  },
};
