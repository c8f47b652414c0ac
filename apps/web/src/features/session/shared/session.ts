// The parts of the session that frames and other features may use.
export { ensureUser, forgetSession, signOut } from '../session.queries.ts'
