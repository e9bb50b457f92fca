import { ProviderFault } from '../accounts/provider-fault.ts';

/** What is wrong with a response: a sentence for the owner. */
export const responseFault = (reason: string, options?: ErrorOptions): ProviderFault =>
  new ProviderFault('response', 'misconfigured', reason, options);
