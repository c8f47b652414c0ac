import type { Reason } from '@portal/contract/kernel/envelope'

export type FailureKind = 'refused' | 'http' | 'timeout' | 'network' | 'aborted'

/** Why a call failed, with everything that a screen may show. */
export class Failure extends Error {
  override name = 'Failure'
  readonly kind: FailureKind
  /** The envelope's code, or the HTTP status as text if there was no envelope. */
  readonly code: string
  /** 0 if no answer arrived. */
  readonly status: number
  readonly reasons: readonly Reason[]
  /** Help that came with the refusal, such as the nearest free slots. */
  readonly data: unknown
  readonly requestId: string | undefined

  constructor(f: {
    kind: FailureKind
    message: string
    code?: string
    status?: number
    reasons?: readonly Reason[] | undefined
    data?: unknown
    requestId?: string | undefined
  }) {
    super(f.message)
    this.kind = f.kind
    this.status = f.status ?? 0
    this.code = f.code ?? String(this.status)
    this.reasons = f.reasons ?? []
    this.data = f.data
    this.requestId = f.requestId
  }
}

const UNKNOWN = '未知错误'

/**
 * Converts any thrown value to a `Failure`. The program's own messages are in Chinese; any other is the
 * browser's, about a fault of the program, and is shown in the console only.
 */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof Error && /\p{Script=Han}/u.test(error.message))
    return new Failure({ kind: 'http', message: error.message })
  // oxlint-disable-next-line no-console -- the screen does not show it, so that a report would lack it
  console.error(error)
  return new Failure({ kind: 'http', message: UNKNOWN })
}

/** Messages for an HTTP status; the server's own message takes precedence. */
const statusMessages: Record<number, string> = {
  400: '请求错误',
  401: '未授权，请登录',
  403: '拒绝访问',
  404: '请求地址出错',
  408: '请求超时，请稍后重试',
  500: '服务器内部错误',
  501: '服务未实现',
  502: '网关错误',
  503: '服务不可用',
  504: '网关超时',
  505: 'HTTP版本不受支持',
}
export const messageOfStatus = (status: number): string => statusMessages[status] ?? UNKNOWN
export const TIMEOUT_MESSAGE = '请求超时，请稍后重试'
export const NETWORK_MESSAGE = '网络错误，请联系网站管理员'
