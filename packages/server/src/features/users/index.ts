/** The public module of this feature. */
export { passwordProblem, userProblems } from './check-user.ts';
export { addMembers, existingUsers, readMembers, removeMembers } from './group-members.ts';
export { addUser, applyUserChange, applyUserRemoval, createUsers, lockedUser } from './manage-users.ts';
export { deleteNamed, existingNamed, findNamed, insertNamed, renameNamed } from './named-resources.ts';
export type { NotifyUser } from './notify-user.ts';
export { isStaged } from './staged-users.ts';
export { refuseBeyond, type UserManager, userManagerIn } from './user-manager.ts';
export {
  addToRowCount,
  findUser,
  findUserByUsername,
  type ListWindow,
  listUsersWhere,
  toUserDto,
  type UserWithGroups,
  userFields,
  usernameKey,
} from './users.ts';
export { insertUsers, replacePassword, userRow } from './write-users.ts';
