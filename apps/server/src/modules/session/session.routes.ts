import { sessionCalls } from '@portal/contract/session/session'
import type { Routes } from '../../kernel/serve.ts'
import * as session from './session.handler.ts'

export const sessionRoutes: Routes = (on) => {
  on(sessionCalls.login, session.login)
  on(sessionCalls.current, session.showCurrent)
  on(sessionCalls.signOut, session.signOut)
  on(sessionCalls.sso, session.readLoginUrl)
  on(sessionCalls.list, session.list)
  on(sessionCalls.revoke, session.revoke)
  on(sessionCalls.revokeOthers, session.revokeOthers)
}
