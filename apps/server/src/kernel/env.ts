import { fileURLToPath } from 'node:url'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { password } from '@portal/contract/account/password'
import { z } from 'zod'
import { DEMO_PASSWORD } from './demo-password.ts'

/** The root of the repository: relative paths in the environment start here, not in the working directory. */
export const repoRoot = fileURLToPath(new URL('../../../../', import.meta.url))
/** The version in package.json: it shows which of several processes is still the old one. */
export const portalVersion: string = (
  JSON.parse(readFileSync(path.join(repoRoot, 'package.json'), 'utf8')) as { version: string }
).version // npm requires it

/**
 * A mistake of the person who starts the server. Its message is one plain sentence (Chinese, then English);
 * no stack is shown.
 */
export class BootError extends Error {
  override name = 'BootError'
}

/**
 * The least connections of a process, so that it does not wait for itself: a job that walks rows holds one
 * and opens another for each row, beside the requests.
 */
export const LEAST_CONNECTIONS = 4

/** Connections of each process that answers requests. */
export const shareConnections = ({ WORKERS, DB_POOL_MAX }: Pick<Env, 'WORKERS' | 'DB_POOL_MAX'>): number =>
  Math.max(LEAST_CONNECTIONS, Math.floor(DB_POOL_MAX / WORKERS))
/**
 * What each worker reads in place of the leader's settings. `DEMO` is named because the embedded database is
 * given to a worker in `DATABASE_URL`, and a database named there gets no demo unless `DEMO` asks for it.
 */
export const makeWorkerSettings = (
  env: Pick<Env, 'WORKERS' | 'DB_POOL_MAX' | 'DEMO'>,
  url: string,
): Record<'DATABASE_URL' | 'DB_POOL_MAX' | 'DEMO', string> => ({
  DATABASE_URL: url,
  DB_POOL_MAX: String(shareConnections(env)),
  DEMO: env.DEMO ? '1' : '0',
})
const MOST_WORKERS = 64
/** PostgreSQL's default for `max_connections`. */
const USUAL_CONNECTIONS = 100
/** For PostgreSQL itself, and for administrators who look into the database. */
const SPARE_CONNECTIONS = 10
/**
 * How many connections all processes may open at once: each has its share, one for notifications and, while
 * it starts, one to check the tables. While processes are renewed, there is one process more.
 */
export function countConnections(env: Pick<Env, 'WORKERS' | 'DB_POOL_MAX'>): number {
  const processes = env.WORKERS === 1 ? 1 : env.WORKERS + 1
  return Math.max(USUAL_CONNECTIONS, processes * (shareConnections(env) + 2) + SPARE_CONNECTIONS)
}

/** A whole number; `more` and `moreEnglish` end the sentence about a wrong value. */
function whole(min: number, max: number, more = '', moreEnglish = '') {
  const error = `应为 ${min} 到 ${max} 的整数${more}|must be a whole number from ${min} to ${max}${moreEnglish}`
  return z
    .string()
    .regex(/^\d{1,9}$/, { error, abort: true })
    .transform(Number)
    .refine((n) => n >= min && n <= max, { error })
}

const hostName = z
  .string()
  .regex(/^[\w.:%-]+$/, { error: '应为主机名或 IP 地址|must be a host name or an IP address', abort: true })

const flag = z
  .enum(['0', '1', 'true', 'false'], { error: '应为 1 或 0|must be 1 or 0' })
  .transform((v) => v === '1' || v === 'true')

const url = (protocols: string[], example: string) =>
  z.string().refine((v) => URL.canParse(v) && protocols.includes(new URL(v).protocol), {
    error: `应形如 ${example}|must look like ${example}`,
  })

const oneLine = z.string().regex(/^[^\p{Cc}]{1,200}$/u, '应为一行文字|must be one line of text')
const pemFile = z
  .string()
  .regex(/^[^\p{Cc}]+$/u, '应为 PEM 文件的路径|must be the path of a PEM file')
  .transform((file) => path.resolve(repoRoot, file))

const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** True if the host is reachable from this machine only. */
export const isThisMachine = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i.test(host)

/** What a trial leaves unset: there it would be taken for the live portal. */
const outside = { MQTT_PORT: undefined, MQTT_URL: undefined, NATIONAL_PLATFORM_URL: undefined }

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const schema = z
  .object({
    PORT: whole(0, 65535, '（0 表示任选空闲端口）', ' (0 picks a free port)').default(3000),
    // Only this machine by default: the first run makes accounts whose passwords are printed in the README.
    HOST: hostName.default('127.0.0.1'),
    DATA_DIR: z
      .string()
      .default('./data')
      .transform((dir) => path.resolve(repoRoot, dir)),
    DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database').optional(),
    // A copy that is tried out: no timed work, no mail, no gateways (decision 139).
    TRIAL: flag.default(false),
    // A standby of DATABASE_URL that answers lists and sums (decision 118).
    DATABASE_READ_URL: url(
      ['postgres:', 'postgresql:'],
      'postgres://user:password@standby:5432/database',
    ).optional(),
    DEMO: flag.optional(),
    DEMO_SIZE: z
      .string()
      .regex(/^\d{1,6}(\.\d{1,3})?$/, { error: '应为大于 0 的数|must be a number above 0', abort: true })
      .transform(Number)
      .refine((n) => n > 0, { error: '应为大于 0 的数|must be a number above 0' })
      .default(1),
    // The password of the account that is made when no account could administrate.
    ADMIN_PASSWORD: z
      .string()
      .refine(
        (v) => password.safeParse(v).success && v !== DEMO_PASSWORD,
        '应为 8–64 位，同时包含字母和数字，且不能过于常见|must have 8 to 64 characters, letters and digits among them, and not be a common one',
      )
      .optional(),
    CAMPUS_TZ: z
      .string()
      .refine(
        isTimeZone,
        '应为 IANA 时区名，如 Asia/Shanghai|must be an IANA time zone such as Asia/Shanghai',
      )
      .default('Asia/Shanghai'),
    // Requests to /metrics must bring this token; unset: none is needed.
    METRICS_TOKEN: z
      .string()
      .regex(
        /^[\w.~+/=-]{16,200}$/,
        '应为 16 到 200 个字母、数字或 -._~+/=|must be 16 to 200 letters, digits or -._~+/=',
      )
      .optional(),
    // A port of its own for /metrics; unset: /metrics is on PORT.
    METRICS_PORT: whole(1, 65535).optional(),
    METRICS_HOST: hostName.default('127.0.0.1'),
    LOG_LEVEL: z
      .enum(logLevels, { error: `应为 ${logLevels.join('、')} 之一|must be one of ${logLevels.join(', ')}` })
      .default('info'),
    // Processes that answer requests. One core stays free for PostgreSQL.
    WORKERS: whole(1, MOST_WORKERS).default(
      Math.min(MOST_WORKERS, Math.max(1, os.availableParallelism() - 1)),
    ),
    DB_POOL_MAX: whole(LEAST_CONNECTIONS, 500).default(16),
    SESSION_HOURS: whole(1, 24 * 365).default(24),
    // Requests a minute from one person (or, before sign-in, one address).
    RATE_LIMIT: whole(1, 100_000_000).default(1200),
    // As Fastify's trustProxy, but never just `true`: the server would then trust any
    // address that a client invents.
    TRUST_PROXY: z
      .string()
      .regex(
        /^(?:0|[\w.:/, ]*[a-z.:][\w.:/, ]*)$/,
        '应为代理地址列表，如 loopback, 10.0.0.0/8|must be a list of proxy addresses such as loopback, 10.0.0.0/8',
      )
      .transform((v) => (v === '0' ? false : v))
      .default(false),
    PUBLIC_URL: url(['http:', 'https:'], 'https://portal.example.edu')
      .transform((v) => v.replace(/\/+$/, ''))
      .optional(),
    CAS_URL: url(['http:', 'https:'], 'https://cas.example.edu/cas')
      .transform((v) => v.replace(/\/+$/, ''))
      .optional(),
    // Encrypts the passwords that the portal has to read again. Several servers on one
    // database need the same key.
    SECRET_KEY: z.string().min(16, '应不少于 16 个字符|must have at least 16 characters').optional(),
    // The national platform's service to which rows are sent; its account must be set too.
    NATIONAL_PLATFORM_URL: url(['http:', 'https:'], 'https://platform.example.cn/service').optional(),
    NATIONAL_PLATFORM_USER: oneLine.optional(),
    NATIONAL_PLATFORM_PASSWORD: oneLine.optional(),
    // Starts a small receiver in its place, beside the demo.
    NATIONAL_PLATFORM_DEMO: flag.optional(),
    // The broker for the gateways of doors and switches: MQTT_PORT starts one inside the portal on this port,
    // MQTT_URL names an external one.
    MQTT_PORT: whole(0, 65535).optional(),
    MQTT_HOST: hostName.default('127.0.0.1'),
    // PEM files; with them gateways connect by mqtts only.
    MQTT_TLS_CERT: pemFile.optional(),
    MQTT_TLS_KEY: pemFile.optional(),
    MQTT_URL: url(['mqtt:', 'mqtts:'], 'mqtts://portal:password@broker.example.edu:8883').optional(),
    // A bucket for uploaded files, in place of the data folder.
    FILES_S3_URL: url(['http:', 'https:'], 'https://s3.example.edu/portal-files')
      .refine(
        (v) => /^\/[^/]+\/?$/.test(new URL(v).pathname),
        '应以存储桶名结尾，如 https://s3.example.edu/portal-files|must end with the bucket, as in https://s3.example.edu/portal-files',
      )
      .optional(),
    FILES_S3_REGION: oneLine.default('us-east-1'),
    FILES_S3_KEY_ID: oneLine.optional(),
    FILES_S3_SECRET: oneLine.optional(),
    SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@host:587').optional(),
    MAIL_FROM: z
      .string()
      .regex(
        /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/,
        '应为邮件地址，如 平台 <no-reply@example.edu>|must be a mail address such as Portal <no-reply@example.edu>',
      )
      .default('仪器共享平台 <no-reply@localhost>'),
  })
  .refine((env) => !env.CAS_URL || env.PUBLIC_URL, {
    // CAS tickets are validated for this address. If it were taken from the request, another site could
    // redeem here tickets that were issued for itself.
    error: '在设置了 CAS_URL 时必须设置|must be set together with CAS_URL',
    path: ['PUBLIC_URL'],
  })
  .refine((env) => env.MQTT_PORT === undefined || env.MQTT_URL === undefined, {
    error: '不能与 MQTT_URL 同时设置|must not be set together with MQTT_URL',
    path: ['MQTT_PORT'],
  })
  .refine((env) => (env.MQTT_TLS_CERT === undefined) === (env.MQTT_TLS_KEY === undefined), {
    error: '须与 MQTT_TLS_KEY 一起设置|must be set together with MQTT_TLS_KEY',
    path: ['MQTT_TLS_CERT'],
  })
  .refine(
    ({ FILES_S3_URL: url, FILES_S3_KEY_ID: keyId, FILES_S3_SECRET: secret }) =>
      [url, keyId, secret].every(Boolean) || ![url, keyId, secret].some(Boolean),
    {
      error:
        '须与 FILES_S3_KEY_ID、FILES_S3_SECRET 一起设置|must be set together with FILES_S3_KEY_ID and FILES_S3_SECRET',
      path: ['FILES_S3_URL'],
    },
  )
  .refine((env) => env.METRICS_PORT === undefined || env.METRICS_PORT !== env.PORT, {
    error: '不能与 PORT 相同|must not be the same as PORT',
    path: ['METRICS_PORT'],
  })
  .refine(
    ({ NATIONAL_PLATFORM_URL: url, NATIONAL_PLATFORM_USER: user, NATIONAL_PLATFORM_PASSWORD: secret }) =>
      [url, user, secret].every(Boolean) || ![url, user, secret].some(Boolean),
    {
      error:
        '须与 NATIONAL_PLATFORM_USER、NATIONAL_PLATFORM_PASSWORD 一起设置|must be set together with NATIONAL_PLATFORM_USER and NATIONAL_PLATFORM_PASSWORD',
      path: ['NATIONAL_PLATFORM_URL'],
    },
  )
  .refine((env) => env.DEMO !== undefined || env.DATABASE_URL !== undefined || isThisMachine(env.HOST), {
    // All demo accounts have one password, which is printed in the README, so opening them to a
    // network must be set explicitly.
    error:
      '须明确设置：HOST 使平台可从网络访问，DEMO=1 表示演示账号（密码人人皆知）也一并开放，DEMO=0 表示不开放|must be said: HOST opens the portal to the network; DEMO=1 opens the demo accounts with it, whose password everybody knows, DEMO=0 does not',
    path: ['DEMO'],
  })
  // An external database gets no demo data unless DEMO asks for it.
  .transform((env) => ({
    ...env,
    DEMO: env.DEMO ?? env.DATABASE_URL === undefined,
    ...(env.TRIAL && outside),
  }))

/**
 * The server's settings, under the names they have in the environment and in `.env.example`.
 * `CAS_URL` and `PUBLIC_URL` stay undefined when unset: with `DEMO` the built-in CAS server takes their
 * place.
 */
export type Env = Readonly<z.output<typeof schema>>

/** Values that may hold a password are never repeated in an error. */
const secret = new Set([
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'SECRET_KEY',
  'ADMIN_PASSWORD',
  'METRICS_TOKEN',
  'NATIONAL_PLATFORM_PASSWORD',
  'MQTT_URL',
  'FILES_S3_SECRET',
])

/**
 * Reads and checks the settings; an empty value counts as unset. Throws one {@link BootError} with a line per
 * wrong variable.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const known = Object.keys(schema.in.shape)
  const given = Object.fromEntries(
    known.flatMap((name) => (source[name]?.trim() ? [[name, source[name].trim()]] : [])),
  )
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const lines = new Map<string, string>()
  for (const issue of result.error.issues) {
    const name = String(issue.path[0])
    const [zh, en] = issue.message.split('|')
    const now = secret.has(name) || given[name] === undefined ? '' : JSON.stringify(given[name])
    if (!lines.has(name))
      lines.set(
        name,
        `环境变量 ${name} ${zh}${now && `，现在是 ${now}`}。 ${name} ${en}${now && `, but is ${now}`}.`,
      )
  }
  throw new BootError([...lines.values()].join('\n'))
}
