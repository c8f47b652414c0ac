import type { Reason } from '@portal/contract/kernel/envelope'

/** The path of a value in a form: `['samples', 0, 'name']`. */
export type NamePath = readonly (string | number)[]
export const samePath = (a: NamePath, b: NamePath): boolean =>
  a.length === b.length && a.every((part, i) => String(part) === String(b[i]))
export const makePath = (name: string | number | NamePath): NamePath =>
  Array.isArray(name) ? (name as NamePath) : [name as string | number]
/** Converts the server's 'samples.0.name' to a path. */
export const parsePath = (field: string): NamePath =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** The part of zod used here; every schema of the contract has it. */
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

/** The schema's message about one field of the body; undefined if the field is valid. */
export function findFault(schema: Schema, body: unknown, name: NamePath): string | undefined {
  const result = schema.safeParse(body)
  if (result.success) return undefined
  const issue = result.error.issues.find((i) => samePath(i.path as NamePath, name))
  return issue && chinese(issue)
}

/** Whether the schema rejects a missing field. */
export function isRequired(schema: Schema, name: NamePath): boolean {
  if (name.length !== 1) return false
  const result = schema.safeParse({})
  return !result.success && result.error.issues.some((i) => samePath(i.path as NamePath, name))
}

/** Schemas of the contract have Chinese messages; this translates zod's own. */
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

/**
 * Sorts the reasons of a refusal: those that belong to a field of this form, and the others, shown above it.
 */
export function sortReasons(
  reasons: readonly Reason[],
  fields: readonly NamePath[],
): { onFields: { name: NamePath; errors: string[] }[]; others: Reason[] } {
  const onFields: { name: NamePath; errors: string[] }[] = []
  const others: Reason[] = []
  for (const reason of reasons) {
    const wanted = reason.field === undefined ? undefined : parsePath(reason.field)
    // 'samples.0.name' is shown at 'samples' if that is one field of the form.
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
