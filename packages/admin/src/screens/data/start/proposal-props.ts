import type { useProposal } from './use-proposal.ts';

export interface ProposalPart {
  readonly proposal: ReturnType<typeof useProposal>;
}
