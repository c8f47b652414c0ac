import { failures, type FailureCode } from '@portal/contract/kernel/codes'
import type { Reason } from '@portal/contract/kernel/envelope'

/**
 * A refused request, with a message that the person can act on. Rolls the transaction back. `code` is one of
 * the kernel's failures, or a domain's own (then with status 422).
 */
export class Refusal extends Error {
  readonly code: string
  readonly status: number
  readonly reasons: Reason[] | undefined
  readonly help: unknown
  constructor(
    code: string,
    message: string,
    more: { status?: number; reasons?: Reason[]; help?: unknown } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.status =
      more.status ?? (code in failures ? failures[code as FailureCode].status : failures.REFUSED.status)
    this.reasons = more.reasons
    this.help = more.help
  }
}

/** One of the kernel's failures, with a message of its own where the general one says too little. */
export const fail = (
  code: FailureCode,
  message: string = failures[code].message,
  more?: { reasons?: Reason[]; help?: unknown },
) => new Refusal(code, message, more)

export const notFound = (what: string) => fail('NOT_FOUND', `${what}不存在或已被删除`)
export const forbidden = (message?: string) => fail('FORBIDDEN', message)

/**
 * A refusal by a rule of a domain: `refuse('OVERLAPS', bookingRefusals.OVERLAPS)`. Several reasons, each by
 * its field, go into `reasons`; `help` is what the form may offer instead.
 */
export const refuse = (
  code: string,
  message: string,
  more?: { reasons?: Reason[]; help?: unknown; status?: number },
) => new Refusal(code, message, more)

/** A refusal for one field of a form: the message is shown under it. */
export const refuseField = (field: string, message: string, code = 'REFUSED') =>
  new Refusal(code, message, { reasons: [{ code, message, field }] })

/**
 * Throws if there are reasons: the message of the first one, and each one at its field. All are told at once;
 * otherwise a long form would be sent once per mistake.
 */
export function refuseAll(reasons: readonly Reason[]): void {
  const [first] = reasons
  if (first) throw refuse(first.code, first.message, { reasons: [...reasons] })
}

interface DatabaseError {
  code: string
  constraint?: string
  table?: string
}
export const isDatabaseError = (e: unknown): e is DatabaseError =>
  e instanceof Error && 'code' in e && typeof e.code === 'string' && /^[0-9A-Z]{5}$/.test(e.code)

/** True if this constraint refused the write. */
export const violates = (e: unknown, constraint: string) => isDatabaseError(e) && e.constraint === constraint
/** True if a foreign key refused the write: other rows refer to the row, or it refers to one that is gone. */
export const violatesReference = (e: unknown): boolean => isDatabaseError(e) && e.code === '23503'

/**
 * Defines what people are told when one of the named constraints refuses a write. The returned function runs
 * the write and throws that refusal; all other errors pass unchanged.
 */
export const defineTranslation =
  (refusals: Readonly<Record<string, () => Refusal>>) =>
  async <T>(write: () => Promise<T>): Promise<T> => {
    try {
      return await write()
    } catch (e) {
      const makeRefusal = isDatabaseError(e) && e.constraint ? refusals[e.constraint] : undefined
      throw makeRefusal ? makeRefusal() : e
    }
  }

/**
 * Translates a refusal by the database into a message for the person, where the service did not do it better.
 * Returns undefined for errors that are bugs.
 */
export function refusalOfDatabase(e: unknown): Refusal | undefined {
  if (!isDatabaseError(e)) return undefined
  if (e.code === '23505') return fail('CONFLICT', '已存在相同的内容，请勿重复提交')
  if (violatesReference(e)) return fail('CONFLICT', '所引用的内容不存在，或该内容仍被使用，无法删除')
  if (e.code === '23P01') return fail('CONFLICT', '与已有的内容重叠')
  if (e.code === '23514' || e.code === '23502') return fail('REFUSED', '提交的内容不符合规则')
  if (e.code.startsWith('22')) return fail('BAD_REQUEST', '提交的内容超出可用范围或格式不正确')
  if (e.code === '40001' || e.code === '40P01' || e.code === '55P03')
    return fail('CONFLICT', '操作的人较多，请重试')
  if (e.code === '57014') return fail('TIMEOUT')
  return undefined
}

/** The refusal by the code or by a constraint; undefined for errors that are bugs. */
export const findRefusal = (e: unknown): Refusal | undefined =>
  e instanceof Refusal ? e : refusalOfDatabase(e)
