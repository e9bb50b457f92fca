import type { LookupFunction } from 'node:net';
import { NameError, type ResolveName } from './name-resolver.ts';

/** For the option `lookup` of `net`, `tls`, `http` and `https`, whose default is `dns.lookup`. */
export function makeLookup(resolve: ResolveName): LookupFunction {
  return (hostname, { family, all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const found = addresses.filter(
          (each) => !family || family === each.family || family === `IPv${each.family}`,
        );
        const [first] = found;
        if (first === undefined)
          callback(
            new NameError('ENOTFOUND', `DNS has no address of the family ${family} for ${hostname}`),
            [],
          );
        else if (all === true) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}
