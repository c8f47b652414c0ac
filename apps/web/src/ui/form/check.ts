import type { Reason } from '@portal/contract/kernel/envelope'

/** Where a value stands in a form: `['samples', 0, 'name']`. */
export type NamePath = readonly (string | number)[]
export const samePath = (a: NamePath, b: NamePath): boolean =>
  a.length === b.length && a.every((part, i) => String(part) === String(b[i]))
export const makePath = (name: string | number | NamePath): NamePath =>
  Array.isArray(name) ? (name as NamePath) : [name as string | number]
/** The server writes 'samples.0.name'. */
export const parsePath = (field: string): NamePath =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** What of zod is needed here: any schema of the contract has it. */
export interface Schema {
  safeParse(value: unknown):
    | { success: true }
    | {
        success: false
        error: {
          issues: readonly { path: readonly PropertyKey[]; message: string; code?: string | undefined }[]
        }
      }
}

/** What the schema says about one field of the whole; nothing when it is content. */
export function findFault(schema: Schema, body: unknown, name: NamePath): string | undefined {
  const result = schema.safeParse(body)
  if (result.success) return undefined
  const issue = result.error.issues.find((i) => samePath(i.path as NamePath, name))
  return issue && chinese(issue)
}

/** A field is required when the schema misses it. */
export function isRequired(schema: Schema, name: NamePath): boolean {
  if (name.length !== 1) return false
  const result = schema.safeParse({})
  return !result.success && result.error.issues.some((i) => samePath(i.path as NamePath, name))
}

/** Schemas of the contract carry their own sentences; this is for what they leave to zod. */
function chinese(issue: { message: string; code?: string | undefined }): string {
  if (/[\u4e00-\u9fff]/.test(issue.message)) return issue.message
  return issue.code === 'invalid_type'
    ? '请填写此项'
    : issue.code === 'too_big'
      ? '内容过长或过大'
      : issue.code === 'too_small'
        ? '内容过短或过小'
        : '内容不正确'
}

/** A refusal, sorted: what belongs to a field of this form, and what is said above it. */
export function sortReasons(
  reasons: readonly Reason[],
  fields: readonly NamePath[],
): { onFields: { name: NamePath; errors: string[] }[]; others: Reason[] } {
  const onFields: { name: NamePath; errors: string[] }[] = []
  const others: Reason[] = []
  for (const reason of reasons) {
    const wanted = reason.field === undefined ? undefined : parsePath(reason.field)
    // 'samples.0.name' lands on 'samples' where the form shows the samples as one thing.
    const name =
      wanted &&
      fields.filter((f) => samePath(f, wanted.slice(0, f.length))).sort((a, b) => b.length - a.length)[0]
    if (!name) others.push(reason)
    else {
      const known = onFields.find((f) => samePath(f.name, name))
      if (known) known.errors.push(reason.message)
      else onFields.push({ name, errors: [reason.message] })
    }
  }
  return { onFields, others }
}
