import { edit } from '@portal/contract/kernel/permissions'
import type { Json } from '@portal/form-kit/form/form'
import { writeOff } from '../test-order/test-order.service.ts'
import { explainWord, findPublisher, type Doing } from './doing.action.ts'

/** The number of the bill in a field: `CS00000012`, or the number alone. */
function readOrderId(value: Json | undefined): number | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const digits = /^(?:CS)?(\d{1,15})$/i.exec(text.normalize('NFKC').trim())?.[1]
  return digits === undefined ? null : Number(digits) || null
}
const hasFiles = (value: Json | undefined): boolean => Array.isArray(value) && value.length > 0

/** Writes off a bill that will not be paid, on the authority of the publisher of the process. */
export const writingOff: Doing = {
  judge(ctx, { bill = '', paper = '' }, fields) {
    const isField = (name: string) => fields.some((f) => f.field === name)
    const faults = ctx.holds(...edit('FINANCIAL')) ? [] : ['您无权核销测试单，不能发布该步骤']
    if (bill === '') faults.push('请选择填写测试单号的表单字段')
    else if (!isField(bill)) faults.push(`测试单号：表单中没有字段“${bill}”`)
    if (paper !== '' && !isField(paper)) faults.push(`核销依据：表单中没有字段“${paper}”`)
    return Promise.resolve(faults)
  },
  async carryOut(ctx, instance, { settings: { bill = '', paper = '' } }) {
    // The values were stored as JSON.
    const at = (field: string) =>
      Object.hasOwn(instance.given, field) ? (instance.given[field] as Json) : undefined
    const orderId = readOrderId(at(bill))
    if (orderId === null) return { failed: '表单中的测试单号不正确，未核销' }
    const publisher = await findPublisher(ctx, instance)
    if (!publisher.asked?.holds(...edit('FINANCIAL')))
      return { failed: `${explainWord(publisher, '核销测试单')}，未核销` }
    return writeOff(ctx, {
      orderId,
      reason: `流程“${instance.workflow}”（编号 ${instance.id}）核定，由 ${publisher.name} 发布`,
      deciderIds: [publisher.id, ...(ctx.actor ? [ctx.actor.id] : [])],
      hasPaper: hasFiles(at(paper)),
    })
  },
}
