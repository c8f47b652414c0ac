import { run, type Db } from '../../../kernel/db.ts'

const LOGINS = `select distinct u.password_hash as hash, u.cas_subject is not null as campus
  from user_account u join user_role ur on ur.user_id = u.id
  join role_permission rp on rp.role_id = ur.role_id join permission p on p.id = rp.permission_id
  where p.code = 'ADMIN' and u.enabled and (u.password_hash is not null or u.cas_subject is not null)`
export interface AdminLogin {
  hash: string | null
  /** True if the campus' single sign-on knows the person. */
  campus: boolean
}
/** Login data of all administrators. */
export const listAdminLogins = (db: Db) => run<AdminLogin>(db, LOGINS, [])
