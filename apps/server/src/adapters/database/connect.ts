import pg from 'pg'
import { BootError } from '../../kernel/env.ts'

const OLDEST = 18

/**
 * Opens one connection to `url` and checks version and encoding. Throws a BootError that says in one
 * plain sentence what is wrong.
 */
export async function connectPlainly(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'portal boot',
  })
  client.on('error', () => undefined) // the statement that is running fails with the same error
  try {
    await client.connect()
  } catch (error) {
    void client.end().catch(() => undefined)
    const [zh, en] = reason(url, error)
    throw new BootError(`DATABASE_URL 连接不上：${zh}。 DATABASE_URL does not work: ${en}.`)
  }
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding`,
  )
  const { version = 0, encoding } = rows[0] ?? {}
  if (version >= OLDEST && encoding === 'UTF8') return client
  await client.end()
  throw new BootError(
    version < OLDEST
      ? `DATABASE_URL 的数据库是 PostgreSQL ${version}，需要 ${OLDEST} 或更新版本。 DATABASE_URL leads to PostgreSQL ${version}; ${OLDEST} or newer is needed.`
      : `DATABASE_URL 的数据库编码是 ${encoding}，需要 UTF8。 DATABASE_URL leads to a database in encoding ${encoding}; UTF8 is needed.`,
  )
}

function reason(url: string, error: unknown): [zh: string, en: string] {
  const { hostname, port, pathname, username } = new URL(url)
  const place = `${hostname}:${port || 5432}`
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  const reasons: Record<string, [string, string]> = {
    ECONNREFUSED: [`${place} 上没有 PostgreSQL`, `no PostgreSQL answers at ${place}`],
    ENOENT: ['找不到它的 socket 文件', 'its socket file does not exist'],
    ENOTFOUND: [`找不到主机 ${hostname}`, `host ${hostname} is not known`],
    EAI_AGAIN: [`找不到主机 ${hostname}`, `host ${hostname} is not known`],
    '28P01': [`用户 ${username} 或其密码不正确`, `user ${username} or its password is wrong`],
    '28000': [`用户 ${username} 无权连接`, `user ${username} may not connect`],
    '3D000': [`数据库 ${pathname.slice(1)} 不存在`, `database ${pathname.slice(1)} does not exist`],
    '53300': ['它的连接数已满', 'it has no connection left'],
    '57P03': ['它正在启动或关闭', 'it is starting or stopping'],
  }
  if (/timeout/i.test(message)) return [`${place} 在 5 秒内没有应答`, `${place} did not answer within 5 s`]
  if (/terminated unexpectedly/.test(message))
    return [`${place} 挂断了连接，它可能不是 PostgreSQL`, `${place} hangs up; it may not be PostgreSQL`]
  return reasons[code] ?? [message, message]
}
