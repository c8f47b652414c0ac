// What the frames and other features may use of the session.
export { ensureUser, signOut } from '../session.queries.ts'
