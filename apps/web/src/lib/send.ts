import { makeAddress, type Arguments, type Call, type Reply } from '@portal/contract/kernel/call'
import { emptied } from '@portal/contract/kernel/keeps'
import { OK, OK_LEGACY, SIGN_OUT, WARNING, WARNING_MS } from '@portal/contract/kernel/codes'
import type { Envelope } from '@portal/contract/kernel/envelope'
import { sessionCalls } from '@portal/contract/session/session'
import { sayFailure } from './announce.ts'
import { takeBoot } from './boot-hand.ts'
import { Failure, messageOfStatus } from './failure.ts'
import { newKey } from './new-key.ts'
import { session } from './session.ts'
import { ask, say } from './tell.ts'
import { transport, type Answer } from './transport.ts'

export interface SendOptions {
  /** Sent with the body as multipart/form-data, under the call's upload field. */
  files?: readonly File[] | undefined
  signal?: AbortSignal | undefined
  /** One key per attempt of the user, so that a retry after a timeout does not happen twice. */
  idempotencyKey?: string | undefined
  /** Uploaded part, 0 to 1. */
  onProgress?: ((part: number) => void) | undefined
  /** Bytes of a download received so far. */
  onReceived?: ((bytes: number) => void) | undefined
  /** No notification: the screen (a list, a form) shows failures itself. */
  quiet?: boolean | undefined
  /** For a call that asks who is signed in: a 401 is an answer, not an expired session to ask about. */
  noDialog?: boolean | undefined
  /** Token to use instead of the session's. */
  token?: string | undefined
}
export type SendArguments<C extends Call> = Arguments<C> & SendOptions
/** A download under way: it tells how far it has come, and can be stopped. */
export type Transfer = Pick<SendOptions, 'onReceived' | 'signal'>

/**
 * Makes one call of the contract. Rejects with a {@link Failure}; the user has already been notified of it,
 * unless `quiet`.
 */
export async function send<C extends Call>(call: C, args: SendArguments<C> = {}): Promise<Reply<C>> {
  const token = args.token ?? session.token()
  const answer = await exchange(call, args, token)
  return judge(answer, args, token) as Reply<C>
}

/** Fetches a file (a `raw` call) that may need the session, such as a picture. */
export async function fetchFile<C extends Call>(
  call: C,
  args: SendArguments<C>,
): Promise<{ blob: Blob; fileName?: string }> {
  const token = args.token ?? session.token()
  const answer = await exchange(call, args, token, 'blob')
  if (answer.blob) return { blob: answer.blob, ...(answer.fileName && { fileName: answer.fileName }) }
  judge(answer, args, token)
  throw new Failure({
    kind: 'http',
    message: '文件内容无法读取',
    status: answer.status,
    requestId: answer.requestId,
  })
}

/** Fetches a file and lets the browser save it. */
export async function download<C extends Call>(
  call: C,
  args: SendArguments<C>,
  fallbackName: string,
): Promise<void> {
  const { blob, fileName } = await fetchFile(call, args)
  const url = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: url, download: fileName ?? fallbackName }).click()
  // Safari reads the address only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

async function exchange(
  call: Call,
  args: SendArguments<Call>,
  token: string | null,
  want: 'text' | 'blob' = 'text',
): Promise<Answer> {
  const address = makeAddress(call, args)
  const headers: Record<string, string> = { Accept: want === 'blob' ? '*/*' : 'application/json' }
  if (token) headers['Authorization'] = token
  if (call.idempotent) headers['Idempotency-Key'] = args.idempotencyKey ?? newKey()
  const body = makeBody(call, args, headers)
  try {
    const early = call.method === 'GET' && want === 'text' && !args.token ? takeBoot(address) : undefined
    return await transport(
      {
        method: call.method,
        address,
        headers,
        body,
        want,
        signal: args.signal,
        onProgress: args.onProgress,
        onReceived: args.onReceived,
      },
      early,
    )
  } catch (error) {
    if (error instanceof Failure && error.kind !== 'aborted' && !args.quiet) say('error', error.message)
    throw error
  }
}

function makeBody(
  call: Call,
  args: SendArguments<Call>,
  headers: Record<string, string>,
): string | FormData | undefined {
  if (call.upload && args.files) {
    const form = new FormData()
    // Fields before files: the server knows the fields when the first file arrives.
    for (const [name, value] of Object.entries((args.body ?? {}) as Record<string, unknown>)) {
      if (value === undefined || value === null) continue
      form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
    }
    for (const file of args.files) form.append(call.upload.field, file, file.name)
    return form
  }
  if (args.body === undefined) return undefined
  headers['Content-Type'] = 'application/json; charset=utf-8'
  return JSON.stringify(emptied(call, args.body))
}

/** Interprets an answer: success and warnings first, then sign-out, an expired session and failures. */
function judge(answer: Answer, { quiet, noDialog }: SendOptions, token: string | null): unknown {
  const { status, ok, requestId } = answer
  const said = parse(answer.text)
  if (ok && said) {
    if (said.code === OK || said.code === OK_LEGACY) return said.data
    if (said.code === WARNING) {
      say('warning', said.message, { durationMs: WARNING_MS })
      return said.data
    }
  }
  if (said?.code === SIGN_OUT) {
    session.end()
    location.reload()
  }
  const failure = new Failure({
    kind: said ? 'refused' : 'http',
    message: said?.message || messageOfStatus(status),
    code: said ? String(said.code) : String(status),
    status,
    reasons: said?.reasons,
    data: said?.data,
    requestId: said?.requestId ?? requestId,
  })
  if (status === 401 && session.token() && !noDialog) void offerSignIn(token)
  else if (!quiet) sayFailure(failure)
  throw failure
}

/**
 * Called when another tab may have signed in or out. If the same person signed in, this tab continues with
 * the new session and keeps what is typed. Returns 'nothing' (no change, or the server did not answer),
 * 'same' person, or 'other'.
 */
export async function followOtherTab(): Promise<'nothing' | 'same' | 'other'> {
  const [token, mine] = [session.readOther(), session.user()]
  if (token === undefined) return 'nothing'
  if (token === null || !mine) return 'other'
  try {
    const user = await send(sessionCalls.current, { token, quiet: true, noDialog: true })
    if (user.uid !== mine.uid) return 'other'
    session.follow(token, user)
    return 'same'
  } catch (error) {
    return error instanceof Failure && error.status === 401 ? 'other' : 'nothing'
  }
}

/**
 * Offers to sign in again. `token` is that of the refused call: the user may have signed in again in another
 * tab.
 */
async function offerSignIn(token: string | null): Promise<void> {
  if (session.token() !== token || (await followOtherTab()) === 'same')
    return say('info', '您已重新登录，请再操作一次')
  const again = await ask({
    title: '系统提示',
    text: '登录状态已过期，您可以继续留在该页面，或者重新登录',
    ok: '重新登录',
    cancel: '取消',
  })
  if (!again) return
  session.end()
  location.assign(`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`)
}

function parse(text: string): Envelope<unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    // Only an object with `code` is our envelope; a proxy may answer with something else.
    return typeof value === 'object' && value !== null && 'code' in value
      ? (value as Envelope<unknown>)
      : null
  } catch {
    return null
  }
}
