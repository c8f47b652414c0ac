import { nationalSchema, type NationalSchema } from '@portal/contract/national-report/schema'
import { parseAnything } from '../../kernel/parse.rules.ts'

/** Faults reported at once. */
const MOST_FAULTS = 20

type Judged = { schema: NationalSchema } | { faults: string[] }

/** Parses a year's schema. Faults are reported with their path: `fields[3].length：长度不小于 1`. */
export function readSchema(text: string): Judged {
  let document: unknown
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (e) {
    return { faults: [`文件不是有效的 JSON：${placeIn(text, (e as Error).message)}`] }
  }
  const judged = parseAnything(nationalSchema, document)
  if (judged.success) return { schema: judged.data }
  return {
    faults: judged.error.issues.slice(0, MOST_FAULTS).map((issue) => {
      const message =
        issue.code === 'unrecognized_keys' ? `不认识的内容 ${issue.keys.join('、')}` : listWords(issue)
      return `${formatPath(issue.path)}：${message}`
    }),
  }
}

/** Zod's own messages are in English and are replaced; the schema's own ones stay. */
function listWords({ code, message }: { code?: string | undefined; message: string }): string {
  if (!/^[\x20-\x7e]*$/.test(message)) return message
  return code === 'invalid_type' ? '缺少内容，或类型不正确' : '内容不正确'
}

export const formatPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (all, part) =>
      typeof part === 'number' ? `${all}[${part}]` : all === '' ? String(part) : `${all}.${String(part)}`,
    '',
  ) || '文件'

/**
 * Where the text stops being JSON, from the parser's message: by position, or by the unexpected character.
 */
function placeIn(text: string, message: string): string {
  const at = /position (\d+)/.exec(message)?.[1]
  const sign = /token '(.)'/u.exec(message)?.[1]
  if (at === undefined) return sign === undefined ? '内容不完整' : `“${sign}”处有误`
  const before = text.slice(0, Number(at)).split('\n')
  return `第 ${before.length} 行第 ${(before.at(-1) ?? '').length + 1} 个字符附近`
}
