/** The public module of this feature. */
export { userProblems } from './check-user.ts';
export { runsTheTenant } from './last-admin.ts';
export { existingNamed, findNamed, insertNamed } from './named-resources.ts';
export { passwordProblem } from './password-rules.ts';
export { addToRowCount } from './row-count.ts';
export { isStaged } from './staged-users.ts';
export { usernameKey } from './username-key.ts';
export { findUser, findUserByUsername, toUserDto, type UserWithGroups } from './users.ts';
export { insertUsers, replacePassword, userRow } from './write-users.ts';
