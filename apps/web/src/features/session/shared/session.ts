// The parts of the session that frames and other features may use.
export { ensureUser, signOut } from '../session.queries.ts'
