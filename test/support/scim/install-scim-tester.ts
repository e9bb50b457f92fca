import { installFromPypi } from '../engines/install-from-pypi.ts';
import { installOnce } from '../engines/install-once.ts';

const TESTER = 'scim2-tester==0.5.2';

/** All of them, because pip would otherwise choose the versions of the day. */
const PACKAGES = [
  TESTER,
  'scim2-client==0.13.2',
  'scim2-models==0.12.3',
  'annotated-types==0.8.0',
  'anyio==4.16.0',
  'dnspython==2.9.2',
  'email-validator==2.4.0',
  'h11==0.16.0',
  'httpcore2==2.16.0',
  'httpx2==2.16.0',
  'idna==3.20',
  'lark==1.3.1',
  'pydantic==2.14.3',
  'pydantic-core==2.50.4',
  'truststore==0.10.5',
  'typing-extensions==4.16.0',
  'typing-inspection==0.4.5',
];

/** Downloads scim2-tester from PyPI on first use; returns the folder for `PYTHONPATH`. */
export const installScimTester = (): Promise<string> =>
  installOnce(TESTER.replace('==', '-'), (folder) => installFromPypi(PACKAGES, folder));
