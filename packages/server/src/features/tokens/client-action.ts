export type ClientAction = 'token.issue' | 'token.introspect' | 'token.revoke';
