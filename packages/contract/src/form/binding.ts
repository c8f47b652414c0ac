import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at, id, idParams } from '../kernel/fields.ts'
import { deviceRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'
import { answerDetail, fillableForm, formStates } from './form.ts'
import { values } from './values.ts'

// 附加表单: forms that an instrument or laboratory asks people to fill in during bookings and uses (decision 85).

/**
 * When a form is asked. `samples`: once for each sample of a booking; the answer is stored with the sample.
 */
export const occasions = ['booking', 'samples', 'result', 'fault', 'survey'] as const
export type Occasion = (typeof occasions)[number]
export const occasionWords: Record<Occasion, string> = {
  booking: '预约时',
  samples: '填写样品时（每种样品）',
  result: '填写测试单时',
  fault: '报告故障时',
  survey: '使用结束后',
}
/** Titles of the answers on the page of a booking. */
export const answerWords: Record<Occasion, string> = {
  booking: '附加信息',
  samples: '样品信息',
  result: '测试结果',
  fault: '故障记录',
  survey: '使用反馈',
}

/** A person's answer to the form, with the form's version that they saw. */
export const givenAnswer = z.object({
  formId: id,
  version: z.number({ error: '请刷新后重试' }).int('请刷新后重试'),
  values,
})
export type GivenAnswer = z.output<typeof givenAnswer>

/** The validated answer for one row of a list, with the form's version. */
export const rowAnswer = z.object({
  formId: z.number(),
  version: z.number().int(),
  values: z.record(z.string(), z.unknown()),
})
export type RowAnswer = z.output<typeof rowAnswer>
/** An answer of such a row as text, one cell for each column. */
export const answerCells = z.array(z.union([z.string(), z.number()]).nullable())

/** An answer attached to a booking. */
export const boundAnswer = answerDetail.extend({ occasion: z.enum(occasions) })
export type BoundAnswer = z.output<typeof boundAnswer>

export const bindingRow = z.object({
  id: z.number(),
  /** True: set for this instrument; false: for its whole laboratory. */
  ofDevice: z.boolean(),
  occasion: z.enum(occasions),
  /** Null: this instrument asks for no form, although its laboratory does. */
  form: ref.extend({ state: z.enum(formStates) }).nullable(),
  /** The binding applies: no setting of the instrument overrides it, and its form is not retired. */
  counts: z.boolean(),
  by: ref,
  at,
  can: z.array(z.enum(['remove', 'preview'])),
})
export type BindingRow = z.output<typeof bindingRow>

const occasion = z.enum(occasions, { error: '请选择填写场合' })
const editors = { onRow: '开放设置管理员，本实验室主任、管理员' }

export const bindingCalls = {
  /** The bindings of an instrument and of its laboratory. */
  bindings: call({
    method: 'GET',
    path: '/api/v2/form/bindings',
    summary: '仪器的附加表单',
    access: editors,
    query: z.object({ deviceId: deviceRef }),
    reply: z.array(bindingRow),
  }),
  /** Replaces the earlier binding for this occasion. */
  bind: call({
    method: 'POST',
    path: '/api/v2/form/bindings',
    summary: '设置附加表单',
    access: editors,
    body: z.object({
      deviceId: deviceRef,
      /** Bind for the whole laboratory of this instrument. */
      wholeLab: z.boolean().default(false),
      occasion,
      formId: id.nullable(),
    }),
    reply: z.array(bindingRow),
  }),
  unbind: call({
    method: 'DELETE',
    path: '/api/v2/form/bindings/{id}',
    summary: '移除附加表单',
    access: editors,
    params: idParams,
    reply: done,
  }),
  /** The form to fill in for an instrument on this occasion; null if there is none. */
  asked: call({
    method: 'GET',
    path: '/api/v2/form/asked',
    summary: '仪器要求填写的附加表单',
    access: { onRow: '可以查看该仪器的人' },
    query: z.object({ deviceId: deviceRef, occasion }),
    reply: z.object({ form: fillableForm.nullable() }),
  }),
}

export const bindingRefusals = {
  FORM_NO_COLUMNS: '该表单的字段不能都作为样品表的列，请另选表单，或修改后重新发布',
  FORM_NOT_BOUND: '只能选择已发布的表单',
  NOTHING_TO_SPARE: '“不填写”只用于个别仪器；全实验室不填写时，移除其设置即可',
} as const
