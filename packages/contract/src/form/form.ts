import { z } from 'zod'
import { at } from '../kernel/fields.ts'
import { ref } from '../kernel/rows.ts'

// 自定义表单: forms that people design. packages/form-kit defines what a form means; here a form is form-create's
// JSON text, `{ rule, options }`, which the server validates before it saves it.

export const formStates = ['draft', 'published', 'retired'] as const
export type FormState = (typeof formStates)[number]
export const formStateWords: Record<FormState, string> = {
  draft: '草稿',
  published: '已发布',
  retired: '已停用',
}

/** What the caller may do with a form. */
export const formActions = ['change', 'publish', 'retire', 'reopen', 'remove', 'fill', 'answers'] as const
export type FormAction = (typeof formActions)[number]

/** Most drafts that one person may keep, so that drafts cannot fill the disk. */
export const MOST_OWN_FORMS = 200
/** How many saved revisions of a form are kept for restoring; published versions are kept for ever. */
export const KEPT_REVISIONS = 50
/** Most bytes of kept revisions, not counting the newest. */
export const KEPT_BYTES = 10_000_000

export const formRow = z.object({
  id: z.number(),
  name: z.string(),
  category: z.string().nullable(),
  description: z.string().nullable(),
  state: z.enum(formStates),
  owner: ref,
  /**
   * Number of saves. The person who saves sends the revision they started from, which detects concurrent
   * saves.
   */
  revision: z.number().int(),
  /** The version that people fill in; null while none is published. */
  version: z.number().int().nullable(),
  /** The draft differs from the published version. */
  hasChanges: z.boolean(),
  answers: z.number().int(),
  changedAt: at,
  changedBy: ref,
  can: z.array(z.enum(formActions)),
})
export type FormRow = z.output<typeof formRow>

/** A form with its draft. `text` is JSON, at most 1,000,000 characters (form-kit's limit). */
export const formDetail = formRow.extend({ text: z.string() })
export type FormDetail = z.output<typeof formDetail>

/** One saved or published revision of a form. */
export const formRevision = z.object({
  revision: z.number().int(),
  /** The version number, if this revision was published. */
  version: z.number().int().nullable(),
  by: ref,
  at,
  /** The person's note, or the revision it was restored from. */
  note: z.string().nullable(),
})
export type FormRevision = z.output<typeof formRevision>

/** A published version to fill in. */
export const fillableForm = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  version: z.number().int(),
  text: z.string(),
})
export type FillableForm = z.output<typeof fillableForm>

/** A published form that the caller may fill in. */
export const openForm = z.object({
  id: z.number(),
  name: z.string(),
  category: z.string().nullable(),
  description: z.string().nullable(),
  version: z.number().int(),
  /** Number of answers that the caller has submitted. */
  mine: z.number().int(),
})
export type OpenForm = z.output<typeof openForm>

export const answerRow = z.object({
  id: z.number(),
  form: ref,
  version: z.number().int(),
  by: ref,
  at,
  /** The first filled fields as text, `标题：值`, for lists. */
  summary: z.string(),
})
export type AnswerRow = z.output<typeof answerRow>
/** An answer with the form's version (`text`) and its validated values by field. */
export const answerDetail = answerRow.extend({
  text: z.string(),
  values: z.record(z.string(), z.unknown()),
  /** The people whose ids the values contain. */
  people: z.array(ref),
})
export type AnswerDetail = z.output<typeof answerDetail>

/**
 * An interface from which forms may load options: a call of the portal, or another host that an administrator
 * allows.
 */
export const formSource = z.object({
  id: z.number(),
  name: z.string(),
  /** `/api/…` for a call of the portal (GET only, with the person's own rights), or `https://host/path`. */
  address: z.string(),
  method: z.enum(['GET', 'POST']),
  enabled: z.boolean(),
  /**
   * The host may have a private address in the campus network; without it, private addresses are refused. Has
   * no effect on the portal's own calls.
   */
  internal: z.boolean(),
})
export type FormSource = z.output<typeof formSource>

/** Data of a FORM_CHANGED failure: the person who saved since, and the newest revision. */
export const changedHelp = z.object({ revision: z.number().int(), by: ref, at })
export type ChangedHelp = z.output<typeof changedHelp>

export const formRefusals = {
  FORM_CHANGED: '表单已被他人保存，请先查看对方的修改，再决定覆盖还是放弃自己的修改',
  FORM_BAD: '表单有错误，请按提示修改后再保存',
  FORM_EMPTY: '表单还没有可填写的字段，不能发布',
  FORM_NOT_OPEN: '该表单没有发布或已停用，不能填写',
  FORM_VERSION_OLD: '表单已更新，请核对新增的内容后重新提交，已填写的内容会保留',
  FORM_PUBLISHED: '发布过的表单不能删除；可以停用',
  FORM_TOO_MANY: `每人最多保存 ${MOST_OWN_FORMS} 个没有发布的表单，请先删除不用的草稿`,
  ANSWER_BAD: '填写的内容有误，请按提示修改后再提交',
  SOURCE_NOT_ALLOWED: '该数据接口不在允许的范围内，请联系系统管理员添加',
  SOURCE_CAMPUS: '该数据接口仅供校内人员使用',
  SOURCE_NO_ANSWER: '数据接口没有返回数据，请稍后重试或联系系统管理员',
  SOURCE_OWN: '本站的数据接口由浏览器直接查询，不经服务器转发',
  SOURCE_PRIVATE: '该地址位于校内网络，请勾选“校内地址”后再登记',
  SOURCE_TAKEN: '该数据接口已登记',
} as const
