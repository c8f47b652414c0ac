import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { flag, id, idParams, keyword, line, optionalLine, sortNumber } from '../kernel/fields.ts'
import { WHOLE_SIZE, wholeQuery } from '../kernel/page.ts'

export const dictionaryRefusals = {
  DICTIONARY_TAKEN: '已有同名的字典',
  DICTIONARY_BUILTIN: '系统内置的字典不能改名或删除，可以修改其条目',
  DICTIONARY_FIXED: '该字典由系统规定，不能改名、删除或修改其条目',
  ITEM_LAST: '必须保留一个启用的条目，否则相关业务无法办理；请直接修改它的值',
  ITEM_NEEDED: '该条目为业务所必需，不能停用、删除或修改其值，可以修改其标签',
  ITEM_READ: '程序按该条目的值办理业务，不能删除或修改其值，可以停用或修改其标签',
  ITEM_TAKEN: '该字典中已有相同的值',
  KEPT_BY_OTHERS: '该字典由其他部门维护，如需修改请联系系统管理员',
} as const

export const dictionaryItem = z.object({
  id: z.number(),
  label: z.string(),
  value: z.string(),
  sort: z.number(),
  enabled: z.boolean(),
})
export type DictionaryItem = z.output<typeof dictionaryItem>

/** Actions on a dictionary: change its items, change its name and description, delete it. */
export const dictionaryActions = ['items', 'change', 'remove'] as const
export type DictionaryAction = (typeof dictionaryActions)[number]

export const dictionaryRow = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  builtin: z.boolean(),
  /** Its items are the program's own states, which nobody changes. */
  fixed: z.boolean(),
  itemCount: z.number(),
  can: z.array(z.enum(dictionaryActions)),
})
export type DictionaryRow = z.output<typeof dictionaryRow>

/** The older format of a list's reply. */
const readContent = <T extends z.ZodType>(row: T) =>
  z.object({ content: z.array(row), totalElements: z.number().int() })

/**
 * Program code and addresses contain dictionary names, so only lower-case letters, digits and underscores are
 * allowed.
 */
const name = line('字典名称', 60).regex(
  /^[a-z][a-z0-9_]*$/,
  '字典名称只能使用小写字母、数字和下划线，以字母开头',
)
export const dictionaryBody = z.object({ name, description: optionalLine('描述', 200) })
export const dictionaryItemBody = z.object({
  label: line('标签', 100),
  value: line('值', 100),
  sort: sortNumber(99_999),
  enabled: z.boolean().default(true),
})

const admin = { anyOf: ['ADMIN'] } as const
/**
 * Permissions of the offices that manage dictionaries. Each office manages its own; the dictionary records
 * which office that is.
 */
export const keeperCodes = ['PURCHASE_ALL', 'TENDER_ALL'] as const
const keepers = { anyOf: keeperCodes }

/**
 * Reading requires a session too: some dictionaries contain the university's bank account, or name people.
 */
export const dictionaryCalls = {
  /**
   * The enabled items of one list, for selects. `all`: the disabled ones too, for the labels of values that
   * rows have.
   */
  codes: call({
    method: 'GET',
    path: '/api/code/list',
    summary: '字典条目（下拉列表）',
    access: 'signed-in',
    /** `dictName` is the older name of `type`. */
    query: z
      .object({
        type: optionalLine('字典名称', 60),
        dictName: optionalLine('字典名称', 60),
        all: flag,
        page: wholeQuery.shape.page,
        size: wholeQuery.shape.size.default(WHOLE_SIZE),
      })
      .refine((q) => q.type !== null || q.dictName !== null, { error: '请填写字典名称', path: ['dictName'] }),
    reply: z.array(z.object({ label: z.string(), value: z.string() })),
    sharedSeconds: 300,
  }),
  list: call({
    method: 'GET',
    path: '/backend/api/dict',
    summary: '字典列表',
    access: 'signed-in',
    query: wholeQuery.extend({ keyword }),
    reply: readContent(dictionaryRow),
  }),
  create: call({
    method: 'POST',
    path: '/backend/api/dict',
    summary: '新增字典',
    access: admin,
    body: dictionaryBody,
    reply: z.object({ id: z.number() }),
  }),
  change: call({
    keeps: true,
    method: 'PUT',
    path: '/backend/api/dict',
    summary: '修改字典',
    access: admin,
    body: dictionaryBody.extend({ id }),
    reply: done,
  }),
  remove: call({
    method: 'DELETE',
    path: '/backend/api/dict/{id}',
    summary: '删除字典',
    access: admin,
    params: idParams,
    reply: done,
  }),

  /**
   * Loaded whole: page 0, size 9999. Disabled items are included, because old rows may still refer to them.
   */
  items: call({
    method: 'GET',
    path: '/backend/api/dictDetail',
    summary: '字典条目',
    access: 'signed-in',
    query: wholeQuery.extend({ dictName: line('字典名称', 60), keyword }),
    reply: readContent(dictionaryItem),
  }),
  createItem: call({
    method: 'POST',
    path: '/backend/api/dictDetail',
    summary: '新增字典条目',
    access: keepers,
    body: dictionaryItemBody.extend({ dictId: id }),
    reply: z.object({ id: z.number() }),
  }),
  changeItem: call({
    keeps: true,
    method: 'PUT',
    path: '/backend/api/dictDetail',
    summary: '修改字典条目',
    access: keepers,
    body: dictionaryItemBody.partial({ label: true, value: true }).extend({ id }),
    reply: done,
  }),
  removeItem: call({
    method: 'DELETE',
    path: '/backend/api/dictDetail/{id}',
    summary: '删除字典条目',
    access: keepers,
    params: idParams,
    reply: done,
  }),

  /** Several dictionaries with their enabled items in one call. */
  whole: call({
    method: 'GET',
    path: '/api/v2/dict/list',
    summary: '字典及其条目',
    access: 'signed-in',
    query: z.object({ names: z.string().max(500, '字典名称过多').optional() }),
    reply: z.array(
      z.object({
        name: z.string(),
        description: z.string().nullable(),
        items: z.array(z.object({ label: z.string(), value: z.string() })),
      }),
    ),
    sharedSeconds: 300,
  }),
  /** All dictionaries that the caller manages, one item per line, in the format of the import. */
  export: call({
    method: 'GET',
    path: '/api/v2/dict/export',
    summary: '导出数据字典',
    access: keepers,
    query: z.object({ dictName: optionalLine('字典名称', 60) }),
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  /** Creates a dictionary with all its items. */
  createWhole: call({
    method: 'POST',
    path: '/api/v2/dict',
    summary: '新增字典及条目',
    access: admin,
    body: dictionaryBody.extend({ items: z.array(dictionaryItemBody).max(500, '条目过多').default([]) }),
    reply: z.object({ id: z.number() }),
  }),
  removeWhole: call({
    method: 'DELETE',
    path: '/api/v2/dict',
    summary: '删除字典及条目',
    access: admin,
    query: z.object({ id }),
    reply: done,
  }),
}
