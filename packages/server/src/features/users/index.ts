/** The public module of this feature. */
export { passwordProblem, userProblems } from './check-user.ts';
export { existingNamed, findNamed, insertNamed } from './named-resources.ts';
export { isStaged } from './staged-users.ts';
export {
  addToRowCount,
  findUser,
  findUserByUsername,
  toUserDto,
  type UserWithGroups,
  usernameKey,
} from './users.ts';
export { insertUsers, replacePassword, userRow } from './write-users.ts';
