import { type Check, type Finding, quoted, verdictOf } from '../check.ts';
import { COULD_NOT_PROVE } from '../messages.ts';

/** An embed that no context can open is not compared: its id may be wrong, or a privilege is missing. */
export const embedsCheck: Check = {
  id: 'embeds',
  title: 'The embeds can be opened',
  run: async ({ surveys, embeds, plan }) => {
    const closed = embeds.filter((embed) => surveys.every(({ refused }) => refused.has(embed)));
    const opened = embeds.length - closed.length;
    // An administrator's list also has embeds that are not for these contexts.
    const findings = closed
      .filter((embed) => plan.embeds?.includes(embed))
      .map(
        (embed): Finding => ({
          state: 'could-not-prove',
          embed,
          message: COULD_NOT_PROVE.closedEmbed(quoted(embed)),
        }),
      );
    const summary = `${opened} of ${embeds.length} embeds`;
    return verdictOf(opened, summary, findings, {
      state: 'could-not-prove',
      summary: COULD_NOT_PROVE.nothingOpened(),
    });
  },
};
