/** What other features may use of this one. */
export { userProblems } from './check-user.ts';
export { runsTheTenant } from './last-admin.ts';
export { existingNamed, findNamed, insertNamed } from './named-things.ts';
export { passwordProblem } from './password-rules.ts';
export { addToRowCount } from './row-count.ts';
export { showUser } from './show-user.ts';
export { isStaged } from './staged-users.ts';
export { usernameKey } from './username-key.ts';
export { findUser, findUserByUsername, type UserWithGroups } from './users.ts';
export { insertUsers, replacePassword, userRow } from './write-users.ts';
